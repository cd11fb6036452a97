import { useState } from 'react';
import { Box, Button, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { NewReplacement, Replacement, ReplaceScope } from '../../../contracts/replacements';
import type { WebsitesAnswer } from '../../../contracts/websites';
import { Confirm } from '../shared/Confirm';
import { contentManager } from '../shared/content-manager';
import { Notice } from '../shared/Notice';
import { useAnswer } from '../shared/api/use-answer';
import { useSend } from '../shared/api/use-send';
import { useMayPublishPosts } from '../shared/permissions';
import { PLUGIN_ID } from '../shared/plugin-id';
import { shownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { FoundPosts, type Kept } from './FoundPosts';
import { REPLACEMENTS } from './paths';
import { isUnderWay } from '../shared/is-under-way';
import { Runs } from './Runs';
import { SearchForm } from './SearchForm';
import { useSearch, type Search } from './use-search';
import { PanelPage } from '../shared/PanelPage';

const WHILE_UNDER_WAY = 1_000;
const EMPTY: Omit<ReplaceScope, 'websites'> = {
  search: '',
  replace: '',
  matchCase: false,
  wholeWords: false,
  fields: ['title', 'text', 'meta'],
  live: false,
};

/** The website that the panel shows; undefined while it shows all. */
const shownAtFirst = (): readonly string[] | undefined => {
  const shown = shownWebsite();
  return shown ? [shown.documentId] : undefined;
};

/** Texts of posts on many websites: looked at place by place, replaced, and taken back. */
export const ReplacementsPage = () => {
  const text = useText();
  const websites = useAnswer<WebsitesAnswer>(`/${PLUGIN_ID}/websites`);
  const runs = useAnswer<{ data: Replacement[] }>(REPLACEMENTS, ({ data }) =>
    data.some(isUnderWay) ? WHILE_UNDER_WAY : null,
  );
  const mayPublish = useMayPublishPosts();
  const [typed, setTyped] = useState<Omit<ReplaceScope, 'websites'>>(EMPTY);
  const [chosen, setChosen] = useState(shownAtFirst);
  const [only, another] = websites.answer?.data ?? [];
  // Who has one website never picks it.
  const scope: ReplaceScope = {
    ...typed,
    websites: [...(chosen ?? (only && !another ? [only.documentId] : []))],
  };
  const [kept, setKept] = useState<Kept>(new Map());
  const [asks, setAsks] = useState(false);
  const { search, problem, start, forget } = useSearch();
  const { send, isSending, problem: refusal } = useSend();

  const change = (next: ReplaceScope) => {
    setTyped(next);
    // What else is typed before the websites are known is no choice of none.
    if (next.websites !== scope.websites) setChosen(next.websites);
    if (search) forget();
  };
  const look = () => {
    setKept(new Map());
    void start(scope);
  };
  const { posts, places } = chosenOf(search, kept);
  const replace = async () => {
    setAsks(false);
    if (!search) return;
    const body: NewReplacement = { ...search.scope, posts };
    const answer = await send<Replacement>({ method: 'post', path: REPLACEMENTS, body });
    if (answer) forget();
    runs.reload();
  };

  const failed = problem ?? refusal ?? websites.problem ?? runs.problem;
  return (
    <PanelPage title={text('replace.title')} subtitle={text('replace.subtitle')}>
      {failed !== null && <Notice tone="danger">{failed}</Notice>}
      <SearchForm
        scope={scope}
        websites={websites.answer?.data ?? []}
        mayPublish={mayPublish}
        isSearching={search !== null && !search.isDone}
        onChange={change}
        onSearch={look}
      />
      {search && (
        <>
          <Flex justifyContent="space-between" gap={4} wrap="wrap">
            <Typography role="status" fontWeight="bold">
              {search.isDone
                ? text('replace.found', {
                    places: search.posts.reduce((sum, post) => sum + post.places.length + post.more, 0),
                    posts: search.posts.length,
                  })
                : text('replace.looking', { looked: search.looked, total: search.total })}
            </Typography>
            {search.posts.length > 0 && (
              <Button
                disabled={!search.isDone || posts.length === 0}
                loading={isSending}
                onClick={() => setAsks(true)}
              >
                {text('replace.start', { places, posts: posts.length })}
              </Button>
            )}
          </Flex>
          {search.unread.length > 0 && (
            <Notice tone="warning">
              <Typography>{text('replace.unread', { count: search.unread.length })}</Typography>
              <ul>
                {search.unread.map(({ documentId, title, website }) => (
                  <li key={documentId}>
                    <Link tag={NavLink} to={contentManager.post(documentId)} target="_blank">
                      {title || text('no-title')}
                    </Link>{' '}
                    {website}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
          {search.isCut && <Notice tone="warning">{text('replace.cut')}</Notice>}
          <FoundPosts posts={search.posts} replacement={search.scope.replace} kept={kept} onKeep={setKept} />
        </>
      )}
      {(runs.answer?.data.length ?? 0) > 0 && (
        <Box paddingTop={4}>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography tag="h2" variant="beta">
              {text('replace.runs')}
            </Typography>
            <Runs runs={runs.answer?.data ?? []} onChanged={runs.reload} />
          </Flex>
        </Box>
      )}
      {asks && search && (
        <Confirm
          title={text('replace.confirm-title')}
          question={text(search.scope.live ? 'replace.confirm-live' : 'replace.confirm', {
            places,
            posts: posts.length,
          })}
          confirm={text('replace.confirm-title')}
          onConfirm={() => void replace()}
          onClose={() => setAsks(false)}
        />
      )}
    </PanelPage>
  );
};

/** What is to be changed: all that was found but what stays. */
const chosenOf = (search: Search | null, kept: Kept): Pick<NewReplacement, 'posts'> & { places: number } => {
  const chosen = (search?.posts ?? []).filter(({ documentId }) => kept.get(documentId) !== null);
  const skipOf = (documentId: string): string[] => [...(kept.get(documentId) ?? [])];
  return {
    posts: chosen.map(({ documentId, version }) => ({ documentId, version, skip: skipOf(documentId) })),
    places: chosen.reduce(
      (sum, { documentId, places, more }) => sum + places.length + more - skipOf(documentId).length,
      0,
    ),
  };
};
