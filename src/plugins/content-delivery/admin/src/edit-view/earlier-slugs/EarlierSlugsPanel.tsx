import type { EarlierSlugList } from '../../../../contracts/earlier-slugs';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { PAGE, POST } from '../../shared/uids';
import { EarlierSlugs } from './EarlierSlugs';

interface PanelProps {
  model: string;
  documentId?: string;
  document?: { updatedAt?: string; status?: string };
}

/** Beside the form of a post or a page: slugs under which readers still look for it. */
export const EarlierSlugsPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  const hasSlugs = (model === POST || model === PAGE) && document && documentId;
  const path = hasSlugs
    ? `/${PLUGIN_ID}/entries/${model}/${encodeURIComponent(documentId)}/earlier-slugs`
    : null;
  // Another one after each saving and publishing, which may leave a slug behind.
  const saved = `${document?.updatedAt ?? ''} ${document?.status ?? ''}`;
  const { answer, problem, replace } = useAnswer<{ data: EarlierSlugList }>(path, () => null, saved);
  if (path === null) return null;
  return {
    title: text('earlier-slugs.title'),
    content: (
      <EarlierSlugs
        key={path}
        path={path}
        list={answer?.data ?? null}
        problem={problem}
        onChanged={(data) => replace({ data })}
      />
    ),
  };
};
