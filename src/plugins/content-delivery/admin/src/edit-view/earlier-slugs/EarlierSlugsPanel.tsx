import type { EarlierSlugList } from '../../../../contracts/earlier-slugs';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { PAGE, POST } from '../../shared/uids';
import { versionOf, type PanelProps } from '../panel';
import { EarlierSlugs } from './EarlierSlugs';

/** Beside the form of a post or a page: slugs under which readers still look for it. */
export const EarlierSlugsPanel = ({ model, documentId, document }: PanelProps) => {
  const text = useText();
  const hasSlugs = (model === POST || model === PAGE) && document && documentId;
  const path = hasSlugs
    ? `/${PLUGIN_ID}/entries/${model}/${encodeURIComponent(documentId)}/earlier-slugs`
    : null;
  const { answer, problem, replace } = useAnswer<{ data: EarlierSlugList }>(
    path,
    () => null,
    // Saving and publishing may leave a slug behind.
    versionOf(document),
  );
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
