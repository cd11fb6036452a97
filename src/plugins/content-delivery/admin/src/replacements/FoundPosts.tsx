import { useState } from 'react';
import { Badge, Box, Button, Checkbox, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { FoundPost, ReplacePlace } from '../../../contracts/replacements';
import { contentManager } from '../shared/content-manager';
import { useText } from '../shared/text';

/** Posts that are shown before the user asks for more. */
const PAGE_SIZE = 50;

/** By the post's id, the keys of places that stay; null where the whole post stays. */
export type Kept = ReadonlyMap<string, ReadonlySet<string> | null>;

interface Props {
  posts: readonly FoundPost[];
  replacement: string;
  kept: Kept;
  onKeep(kept: Kept): void;
}

/** Each place that would change, in its words, to be left out one by one or post by post. */
export const FoundPosts = ({ posts, replacement, kept, onKeep }: Props) => {
  const text = useText();
  const [shown, setShown] = useState(PAGE_SIZE);
  const keep = (documentId: string, keys: ReadonlySet<string> | null) =>
    onKeep(new Map([...kept, [documentId, keys]]));
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {posts.slice(0, shown).map((post) => (
        <Found
          key={post.documentId}
          post={post}
          replacement={replacement}
          kept={kept.get(post.documentId)}
          onKeep={(keys) => keep(post.documentId, keys)}
        />
      ))}
      {posts.length > shown && (
        <Flex justifyContent="center">
          <Button variant="tertiary" onClick={() => setShown(shown + PAGE_SIZE)}>
            {text('replace.show-more', { count: posts.length - shown })}
          </Button>
        </Flex>
      )}
    </Flex>
  );
};

interface FoundProps {
  post: FoundPost;
  replacement: string;
  /** Undefined where nothing stays. */
  kept: ReadonlySet<string> | null | undefined;
  onKeep(keys: ReadonlySet<string> | null): void;
}

const Found = ({ post, replacement, kept, onKeep }: FoundProps) => {
  const text = useText();
  const title = post.title || text('no-title');
  const isKept = (key: string): boolean => kept === null || Boolean(kept?.has(key));
  const count = post.places.filter(({ key }) => isKept(key)).length;
  const keepPlace = (key: string, stays: boolean) => {
    // Of a post that stays as it is, no place can change without those that are not listed: then all of them do.
    if (kept === null && post.more > 0) return onKeep(new Set());
    const keys = new Set(
      post.places.map((place) => place.key).filter((one) => (one === key ? stays : isKept(one))),
    );
    onKeep(keys.size === post.places.length && post.more === 0 ? null : keys);
  };
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4} role="group" aria-label={title}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Flex gap={3} wrap="wrap">
          <Checkbox
            checked={kept === null ? false : count > 0 ? 'indeterminate' : true}
            onCheckedChange={(value: boolean | 'indeterminate') => onKeep(value === false ? null : new Set())}
          >
            {title}
          </Checkbox>
          <Typography textColor="neutral600">{post.website}</Typography>
          {post.isLive && <Badge>{text('post-state.live')}</Badge>}
          <Link tag={NavLink} to={contentManager.post(post.documentId)} target="_blank">
            {text('replace.open')}
          </Link>
        </Flex>
        <Flex direction="column" alignItems="stretch" gap={2} paddingLeft={6}>
          {post.places.map((place, index) => (
            <Place
              key={place.key}
              place={place}
              label={text('replace.place', { number: index + 1, title })}
              replacement={replacement}
              isChosen={!isKept(place.key)}
              onChoose={(isChosen) => keepPlace(place.key, !isChosen)}
            />
          ))}
          {post.more > 0 && kept !== null && (
            <Typography textColor="neutral600">
              {text('replace.more-places', { count: post.more })}
            </Typography>
          )}
        </Flex>
      </Flex>
    </Box>
  );
};

interface PlaceProps {
  place: ReplacePlace;
  label: string;
  replacement: string;
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
}

const Place = ({ place, label, replacement, isChosen, onChoose }: PlaceProps) => {
  const text = useText();
  return (
    <Flex gap={3} alignItems="flex-start">
      <Checkbox
        aria-label={label}
        checked={isChosen}
        onCheckedChange={(value: boolean | 'indeterminate') => onChoose(value === true)}
      />
      <Box minWidth={0} flex={1}>
        <Typography variant="pi" textColor="neutral600" tag="p">
          {`${text(`replace.kind.${place.kind}`)} · ${text(`replace.version.${place.version}`)}`}
        </Typography>
        <Typography tag="p" style={{ overflowWrap: 'anywhere' }}>
          {place.before}
          {isChosen ? (
            <Typography tag="del" textColor="danger700" background="danger100">
              {place.found}
            </Typography>
          ) : (
            <Typography fontWeight="bold">{place.found}</Typography>
          )}
          {replacement !== '' && isChosen && (
            <Typography tag="ins" textColor="success700" background="success100">
              {replacement}
            </Typography>
          )}
          {place.after}
        </Typography>
      </Box>
    </Flex>
  );
};
