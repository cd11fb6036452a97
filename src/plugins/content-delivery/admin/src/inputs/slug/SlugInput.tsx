import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { isPostSlug } from '../../../../contracts/slug-format';
import { useOpenEntry } from '../../edit-view/entry';
import type { InputProps } from '../../edit-view/inputs';
import { useMoment } from '../../shared/moments/use-moments';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { encodedCharacters, pageAddress } from '../../shared/post-address';
import { AddressLine } from './AddressLine';
import { SlugField } from './SlugField';
import { useCurrentError } from './use-current-error';
import { usePostAddress } from './use-post-address';

const MAX_LENGTH = 255;

/**
 * A post's slug. While it is empty it shows what saving will make of the title, and the form's value
 * stays empty: so the server makes it from the whole title, also when saving is quicker than the suggestion.
 */
export const SlugInput = (input: InputProps) => {
  const { name, disabled } = input;
  const text = useText();
  const moment = useMoment();
  const { error: ofSave, initialValue, onChange } = useField<string | null | undefined>(name);
  const { website, answer, current, isFetching, hasFailed, shown, isSuggested } = usePostAddress();
  const { isClone } = useOpenEntry();
  const error = useCurrentError(ofSave, shown);
  /** What is wrong is said once: by the error of the last save, where that is about this slug. */
  const warning = (words: string) => (error === undefined ? <Remark tone="danger600">{words}</Remark> : null);

  const live = isClone ? null : (answer?.live ?? null);
  const site = answer?.website.url ?? null;
  const isLiveAddress = live !== null && pageAddress(live.websiteUrl, live.slug) === pageAddress(site, shown);
  /** From before slugs had to fit, or migrated: it may stay, and the editor should know. */
  const isStored = !isClone && (shown === initialValue || shown === live?.slug);
  const fits = shown === '' || isPostSlug(shown);
  const change = (next: string | null) => onChange(name, next);

  return (
    <SlugField
      input={input}
      slug={shown}
      error={error}
      onChange={change}
      below={
        <Flex direction="column" alignItems="stretch" gap={2} paddingTop={1}>
          <Flex role="status" direction="column" alignItems="flex-start" gap={1} aria-busy={isFetching}>
            {status()}
          </Flex>
          {answer && shown !== '' && (
            <AddressLine label={text('address')} address={pageAddress(site, shown)} />
          )}
          {!fits && isStored && !disabled && (
            <Notice tone="warning">
              <Typography fontWeight="semiBold">{text('post-address.unfit-stored')}</Typography>
              <Typography>
                {text('post-address.unfit-stored-about', { characters: named(encodedCharacters(shown)) })}
              </Typography>
            </Notice>
          )}
          {live && answer && shown !== '' && !isLiveAddress && !disabled && (
            <Notice tone="warning">
              <Typography fontWeight="semiBold">{text('post-address.changes')}</Typography>
              <Typography>
                {text('post-address.changes-about', {
                  before: pageAddress(live.websiteUrl, live.slug),
                  after: pageAddress(site, shown),
                })}
              </Typography>
              {shown !== live.slug && (
                <Flex>
                  <Button size="S" variant="tertiary" onClick={() => change(live.slug)}>
                    {text('post-address.keep', { slug: live.slug })}
                  </Button>
                </Flex>
              )}
            </Notice>
          )}
        </Flex>
      }
    />
  );

  function named(characters: readonly string[]): string {
    return characters.map((one) => (one.trim() === '' ? text('post-address.space') : one)).join('  ');
  }

  function status() {
    if (disabled) return null;
    if (!website) return <Remark>{text('post-address.choose-website')}</Remark>;
    if (hasFailed) return <Remark>{text('post-address.not-checked')}</Remark>;
    if (shown === '') return <Remark>{text('post-address.from-title')}</Remark>;
    if (shown.length > MAX_LENGTH) {
      return warning(text('post-address.too-long', { longest: MAX_LENGTH }));
    }
    if (!fits && !isStored) {
      return (
        <>
          {warning(text('post-address.unfit'))}
          {current && (
            <Button size="S" variant="tertiary" onClick={() => change(current.freeSlug)}>
              {text('post-address.take-free', { slug: current.freeSlug })}
            </Button>
          )}
        </>
      );
    }
    if (!current) return <Remark>{text('post-address.checking')}</Remark>;
    if (isSuggested) return <Remark tone="success700">{text('post-address.suggested')}</Remark>;
    if (!current.isFree) {
      return (
        <>
          {warning(text('post-address.taken', { website: current.website.name }))}
          <Button size="S" variant="tertiary" onClick={() => change(current.freeSlug)}>
            {text('post-address.take-free', { slug: current.freeSlug })}
          </Button>
        </>
      );
    }
    const waitsUntil = live?.waitsUntil ?? null;
    if (isLiveAddress && waitsUntil !== null) {
      return <Remark tone="success700">{text('post-address.waits', { when: moment(waitsUntil) })}</Remark>;
    }
    return (
      <Remark tone="success700">{text(isLiveAddress ? 'post-address.live' : 'post-address.free')}</Remark>
    );
  }
};

const Remark = ({ tone = 'neutral600', children }: { tone?: string; children: string }) => (
  <Typography variant="pi" textColor={tone}>
    {children}
  </Typography>
);
