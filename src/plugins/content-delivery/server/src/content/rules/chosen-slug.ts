import { fieldError } from '../../platform/field-errors';
import { firstFreeSlug } from './free-slug';
import { fitSlug, slugProblem } from './slug';

interface Choice {
  /** The one that was given. */
  slug: string;
  /** One for an entry whose own has nothing that works in an address. */
  otherwise(): string;
  /** What editors call the entry. */
  noun: string;
  isClone: boolean;
  takenAmong(candidates: string[]): Promise<ReadonlySet<string>>;
  /** Whether one that is refused today may stay, as it is stored already. */
  mayStay?(): Promise<boolean>;
}

/**
 * The slug of a post or an author that was given one; of a clone, a free one like it.
 * @throws ValidationError at `slug` for one that does not work in an address, or is taken
 */
export const chosenSlug = async ({
  slug,
  otherwise,
  noun,
  isClone,
  takenAmong,
  mayStay = async () => false,
}: Choice): Promise<string> => {
  const fitting = (): string => fitSlug('post', slug) || otherwise();
  if (isClone) return firstFreeSlug(fitting(), takenAmong);
  if (slugProblem('post', slug) && !(await mayStay())) {
    const instead = await firstFreeSlug(fitting(), takenAmong);
    throw fieldError('slug', slugProblem('post', slug, instead) ?? '');
  }
  if ((await takenAmong([slug])).size > 0) {
    throw fieldError('slug', `Another ${noun} of this website already uses the slug "${slug}".`);
  }
  return slug;
};
