import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { MAX_LOSSES, type Losses as Answer } from '../../../../contracts/entry-actions';
import { pageAddress } from '../../shared/post-address';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { POST } from '../../shared/uids';

interface Props {
  model: string;
  documentIds: readonly string[];
  /** False where entries are unpublished and stay as drafts. */
  isDeletion: boolean;
}

/** What readers lose, what links there, and whether there is a way back: in the question before it is done. */
export const Losses = ({ model, documentIds, isDeletion }: Props) => {
  const text = useText();
  const isAsked = documentIds.length <= MAX_LOSSES;
  const { answer, problem, isLoading } = useAnswer<{ data: Answer }>(
    isAsked ? withQuery(`/${PLUGIN_ID}/entries/${model}/losses`, { ids: documentIds.join(',') }) : null,
  );
  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography>
        {text(`losses.question.${isDeletion ? 'delete' : 'unpublish'}`, { count: documentIds.length })}
      </Typography>
      {isLoading && <Typography textColor="neutral600">{text('losses.looking')}</Typography>}
      {problem !== null && <Typography textColor="danger600">{text('losses.not-known')}</Typography>}
      {answer && <Known {...answer.data} model={model} isDeletion={isDeletion} />}
    </Flex>
  );
};

const Known = ({
  live,
  entries,
  posts,
  rules,
  binDays,
  model,
  isDeletion,
}: Answer & { model: string; isDeletion: boolean }) => {
  const text = useText();
  const { formatDate } = useIntl();
  const dateOf = (since: string) => formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  const now = Date.now();
  return (
    <>
      {live === 0 && <Typography>{text('losses.not-live')}</Typography>}
      {live > 0 && (
        <>
          <Typography fontWeight="semiBold">{text('losses.live', { count: live })}</Typography>
          <Flex tag="ul" direction="column" alignItems="stretch" gap={1} paddingLeft={4}>
            {entries.map(({ name, slug, websiteUrl, since }) => (
              <Typography key={`${websiteUrl ?? ''} ${slug}`} tag="li" style={{ overflowWrap: 'anywhere' }}>
                {text(Date.parse(since) > now ? 'losses.entry-later' : 'losses.entry', {
                  name: name || slug,
                  address: model === POST ? pageAddress(websiteUrl, slug) : slug,
                  since: dateOf(since),
                })}
              </Typography>
            ))}
            {live > entries.length && (
              <Typography tag="li">{text('losses.more', { count: live - entries.length })}</Typography>
            )}
          </Flex>
          {posts === null && <Typography>{text('losses.links-unknown')}</Typography>}
          {posts !== null && posts.count === 0 && rules?.count === 0 && (
            <Typography>{text('losses.no-links')}</Typography>
          )}
          {posts !== null && posts.count > 0 && (
            <Named text={text('losses.posts', { count: posts.count })} names={posts.titles} />
          )}
          {rules !== null && rules.count > 0 && (
            <Named text={text('losses.rules', { count: rules.count })} names={rules.keywords} />
          )}
        </>
      )}
      {!isDeletion && <Typography>{text('losses.draft-stays')}</Typography>}
      {isDeletion && (
        <Typography>
          {binDays === null ? text('losses.for-good') : text('losses.bin', { days: binDays })}
        </Typography>
      )}
    </>
  );
};

const Named = ({ text, names }: { text: string; names: readonly string[] }) => (
  <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
    {names.length > 0 ? `${text} ${names.map((name) => `“${name}”`).join(', ')}` : text}
  </Typography>
);
