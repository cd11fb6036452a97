import { useMemo } from 'react';
import { Flex } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import type { InputProps } from '../../edit-view/inputs';
import { pageAddress } from '../../shared/post-address';
import { usePostAddress } from '../slug/use-post-address';
import { useText } from '../../shared/text';
import { MetaDescriptionInput } from './MetaInputs';
import { beginningOf } from './plain-text';
import { SearchPreview } from './SearchPreview';

type Text = string | null | undefined;

/** The description of a post, with the search result that title, address and description make. */
export const PostDescriptionInput = (props: InputProps) => (
  <Flex direction="column" alignItems="stretch" gap={4}>
    <MetaDescriptionInput {...props} />
    <PostPreview />
  </Flex>
);

const PostPreview = () => {
  const text = useText();
  const title = useField<Text>('title').value;
  const metaTitle = useField<Text>('metaTitle').value;
  const metaDescription = useField<Text>('metaDescription').value;
  const content = useField<Text>('content').value ?? '';
  const { answer, shown } = usePostAddress();
  const beginning = useMemo(() => beginningOf(content), [content]);

  const ownTitle = metaTitle?.trim() || title?.trim();
  return (
    <SearchPreview
      address={pageAddress(answer?.website.url ?? null, shown || text('search-result.slug'))}
      site={answer?.website.name ?? text('search-result.site')}
      title={ownTitle || text('search-result.no-title')}
      description={metaDescription?.trim() || beginning || text('search-result.no-description')}
      remark={metaDescription?.trim() ? undefined : text('search-result.passage')}
    />
  );
};
