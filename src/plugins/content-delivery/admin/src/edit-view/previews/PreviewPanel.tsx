import { Flex } from '@strapi/design-system';
import type { PreviewState } from '../../../../contracts/previews';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { PAGE, POST } from '../../shared/uids';
import type { PanelProps } from '../panel';
import { PostPreview } from './PostPreview';
import { WebsitePreview } from './WebsitePreview';

/** What the panel can do for an entry is read from here, and changed here. */
const previewLinksPath = (model: string, documentId: string): string =>
  `/${PLUGIN_ID}/entries/${model}/${encodeURIComponent(documentId)}/preview-links`;

/**
 * Beside the form of a post or a page: the draft on its website, and links to hand out, where the website has a preview
 * address; and a post as it is typed. (That of a page is in the panel of its campaign's templates.)
 */
export const PreviewPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  const isPreviewed = model === POST || model === PAGE;
  const path = isPreviewed && document && documentId ? previewLinksPath(model, documentId) : null;
  // Another website may be chosen with a save.
  const { answer, reload, replace } = useAnswer<{ data: PreviewState }>(
    path,
    () => null,
    document?.updatedAt ?? null,
  );
  const isSetUp = path !== null && answer !== null && answer.data.isSetUp;
  if (!isPreviewed || (model === PAGE && !isSetUp)) return null;
  return {
    title: text('preview.title'),
    content: (
      <Flex direction="column" alignItems="stretch" gap={3} width="100%">
        {model === POST && <PostPreview />}
        {isSetUp && (
          <WebsitePreview
            key={path}
            path={path}
            state={answer.data}
            onMade={reload}
            onChanged={(data) => replace({ data })}
          />
        )}
      </Flex>
    ),
  };
};
