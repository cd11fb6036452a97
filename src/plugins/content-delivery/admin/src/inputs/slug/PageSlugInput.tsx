import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { fitPageSlug, isPageSlug } from '../../../../contracts/slug-format';
import { useOpenEntry } from '../../edit-view/entry';
import type { InputProps } from '../../edit-view/inputs';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { SlugField } from './SlugField';
import { useCurrentError } from './use-current-error';

/** A slug of a pSEO page, which may have several parts. Left empty, the campaign's template makes it. */
export const PageSlugInput = (input: InputProps) => {
  const { name, disabled } = input;
  const text = useText();
  const { value, initialValue, error: ofSave, onChange } = useField<string | null | undefined>(name);
  const { isClone } = useOpenEntry();
  const slug = value ?? '';
  const error = useCurrentError(ofSave, slug);
  const fits = slug.trim() === '' || isPageSlug(slug);
  const isStored = !isClone && slug === initialValue;
  const instead = fits ? '' : fitPageSlug(slug);

  return (
    <SlugField
      input={input}
      slug={slug}
      error={error}
      onChange={(next) => onChange(name, next)}
      below={
        !fits &&
        !disabled && (
          <Flex direction="column" alignItems="stretch" gap={1} paddingTop={1}>
            {isStored ? (
              <Notice tone="warning">{text('page-slug.unfit-stored')}</Notice>
            ) : (
              // What is wrong is said once.
              error === undefined && (
                <Typography role="status" variant="pi" textColor="danger600">
                  {text('page-slug.unfit')}
                </Typography>
              )
            )}
            {instead !== '' && (
              <Flex>
                <Button size="S" variant="tertiary" onClick={() => onChange(name, instead)}>
                  {text('post-address.take-free', { slug: instead })}
                </Button>
              </Flex>
            )}
          </Flex>
        )
      }
    />
  );
};
