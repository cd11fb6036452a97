import { Flex, Typography } from '@strapi/design-system';
import { MAX_AFFECTED, type Impact as Answer } from '../../../../contracts/entry-actions';
import { pageAddress } from '../../shared/post-address';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useList, useQuote } from '../../shared/lists';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useShortMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { POST } from '../../shared/uids';

interface Props {
  model: string;
  documentIds: readonly string[];
  /** False where entries are unpublished and stay as drafts. */
  isDeletion: boolean;
}

/** What readers lose, what links there, and whether there is a way back: in the question before it is done. */
export const Impact = ({ model, documentIds, isDeletion }: Props) => {
  const text = useText();
  const isAsked = documentIds.length <= MAX_AFFECTED;
  const { answer, problem, isLoading } = useAnswer<{ data: Answer }>(
    isAsked ? withQuery(`/${PLUGIN_ID}/entries/${model}/impact`, { ids: documentIds.join(',') }) : null,
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography>
        {text(`impact.question.${isDeletion ? 'delete' : 'unpublish'}`, { count: documentIds.length })}
      </Typography>
      {isLoading && <Typography textColor="neutral600">{text('impact.looking')}</Typography>}
      {problem !== null && <Typography textColor="danger600">{text('impact.not-known')}</Typography>}
      {answer && <Known {...answer.data} model={model} isDeletion={isDeletion} />}
    </Flex>
  );
};

const Known = ({
  live,
  waiting,
  entries,
  posts,
  rules,
  binDays,
  model,
  isDeletion,
}: Answer & { model: string; isDeletion: boolean }) => {
  const text = useText();
  const moment = useShortMoment();
  const now = Date.now();
  return (
    <>
      {live === 0 && <Typography>{text('impact.not-live')}</Typography>}
      {live > 0 && (
        <>
          {live > waiting && (
            <Typography fontWeight="semiBold">{text('impact.live', { count: live - waiting })}</Typography>
          )}
          {waiting > 0 && (
            <Typography fontWeight="semiBold">{text('impact.waiting', { count: waiting })}</Typography>
          )}
          <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingLeft={4}>
            {entries.map(({ name, slug, websiteUrl, since }) => (
              <Typography key={`${websiteUrl ?? ''} ${slug}`} tag="li" style={{ overflowWrap: 'anywhere' }}>
                {text(Date.parse(since) > now ? 'impact.entry-later' : 'impact.entry', {
                  name: name || slug,
                  address: model === POST ? pageAddress(websiteUrl, slug) : slug,
                  since: moment(since),
                })}
              </Typography>
            ))}
            {live > entries.length && (
              <Typography tag="li">{text('more', { count: live - entries.length })}</Typography>
            )}
          </Flex>
          {posts === null && <Typography>{text('impact.links-unknown')}</Typography>}
          {posts !== null && posts.count === 0 && rules?.count === 0 && (
            <Typography>{text('impact.no-links')}</Typography>
          )}
          {posts !== null && posts.count > 0 && (
            <Named text={text('impact.posts', { count: posts.count })} names={posts.titles} />
          )}
          {rules !== null && rules.count > 0 && (
            <Named text={text('impact.rules', { count: rules.count })} names={rules.keywords} />
          )}
        </>
      )}
      {!isDeletion && <Typography>{text('impact.draft-stays')}</Typography>}
      {isDeletion && (
        <Typography>
          {binDays === null ? text('impact.for-good') : text('impact.bin', { days: binDays })}
        </Typography>
      )}
    </>
  );
};

const Named = ({ text, names }: { text: string; names: readonly string[] }) => {
  const list = useList();
  const quote = useQuote();
  return (
    <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
      {names.length > 0 ? `${text} ${list(names.map(quote))}` : text}
    </Typography>
  );
};
