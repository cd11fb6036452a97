import { useDebounce, useField } from '@strapi/strapi/admin';
import { useOpenEntry } from '../../edit-view/entry';
import { useGetPostAddressQuery } from '../../shared/api/queries';
import { useWebsiteOfForm } from '../terms/use-relation';
import { shownSlug } from './address';

type Text = string | null | undefined;

const TYPING_PAUSE_MS = 300;

/** Where the post of the form will stand, asked anew when somebody pauses in typing its slug or title. */
export const usePostAddress = () => {
  const slug = useField<Text>('slug').value ?? '';
  const title = useField<Text>('title').value ?? '';
  const { website } = useWebsiteOfForm();
  const { documentId, isClone } = useOpenEntry();

  // The title counts only while there is no slug.
  const question = JSON.stringify({ slug, title: slug === '' ? title : '' });
  const asked = useDebounce(question, TYPING_PAUSE_MS) as string;
  const { data, currentData, isFetching, isError } = useGetPostAddressQuery(
    { ...(JSON.parse(asked) as object), website: website ?? '', post: isClone ? undefined : documentId },
    { skip: !website, refetchOnMountOrArgChange: true },
  );
  const suggested = title === '' ? '' : (data?.freeSlug ?? '');
  return {
    website,
    /** The newest answer, which may be to an earlier question; names and addresses of the website are right. */
    answer: website ? data : undefined,
    /** The answer to what stands in the form now. */
    current: asked === question && !isFetching ? currentData : undefined,
    isFetching,
    hasFailed: isError,
    /** What the field shows; while nobody has typed a slug, what saving will make of the title. */
    shown: shownSlug(slug, website ? suggested : ''),
    isSuggested: slug === '',
  };
};
