import { Badge, Flex, Link, LinkButton, Typography } from '@strapi/design-system';
import { Cog, Feather, Files, Link as LinkIcon } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { WebsiteOverview } from '../../../contracts/websites';
import { contentManager } from '../shared/content-manager';
import { Figures } from '../shared/Figures';
import { Notice } from '../shared/Notice';
import { Section } from '../shared/Section';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { KeySection } from '../edit-view/website-key/KeySection';
import { prefilledWebsite } from '../edit-view/website-of-new-entry/prefilled';
import { useSwitchWebsiteMutation } from '../website-switch/lists';
import { nextStepOf } from './next-step';
import { cachesPath, connectPath, webhooksPath } from '../shared/website-paths';
import { NUMBERS } from './NumbersExplained';

interface WebsiteCardProps {
  website: WebsiteOverview;
  /** The website's name, unless another website has it too. */
  nameForFilter: string | null;
  mayWritePost: boolean;
  mayReadPosts: boolean;
  mayReveal: boolean;
  mayRotate: boolean;
  mayManageWebhooks: boolean;
  mayManageCaches: boolean;
  onChanged(): void;
}

/** One website: what it is, how much it has, its keys, and the ways on from here. */
export const WebsiteCard = ({
  website,
  nameForFilter,
  mayWritePost,
  mayReadPosts,
  mayReveal,
  mayRotate,
  mayManageWebhooks,
  mayManageCaches,
  onChanged,
}: WebsiteCardProps) => {
  const text = useText();
  const { documentId, name, kind, url, numbers, keys, scheduledPosts } = website;
  const nextStep = nextStepOf(numbers);
  const shown = useShownWebsite();
  const [switchWebsite] = useSwitchWebsiteMutation();
  /** While the panel shows another website, its posts would be in no list. */
  const showThisOne = () => {
    if (shown && shown.documentId !== documentId) void switchWebsite({ documentId, name, account: null });
  };

  return (
    <Section
      title={name}
      badge={kind && <Badge>{text(`website-kind.${kind}`)}</Badge>}
      about={
        url ? (
          <Link href={url} isExternal style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Link>
        ) : (
          <Typography variant="pi" textColor="neutral600">
            {text('websites.no-address')}
          </Typography>
        )
      }
      action={
        <Flex gap={2} wrap="wrap">
          {mayReadPosts && (
            <LinkButton
              tag={NavLink}
              to={contentManager.posts({ documentId, name: nameForFilter })}
              onClick={showThisOne}
              variant="tertiary"
              startIcon={<Files />}
              aria-label={text('websites.posts-of', { website: name })}
            >
              {text('websites.posts')}
            </LinkButton>
          )}
          <LinkButton
            tag={NavLink}
            to={contentManager.website(documentId)}
            variant="tertiary"
            startIcon={<Cog />}
            aria-label={text('websites.settings-of', { website: name })}
          >
            {text('websites.settings')}
          </LinkButton>
          {mayWritePost && (
            <LinkButton
              tag={NavLink}
              to={contentManager.newPost}
              state={prefilledWebsite({ documentId, name })}
              variant="secondary"
              startIcon={<Feather />}
              aria-label={text('websites.write-post-for', { website: name })}
            >
              {text('websites.write-post')}
            </LinkButton>
          )}
          {mayManageWebhooks && (
            <LinkButton
              tag={NavLink}
              to={webhooksPath(documentId)}
              variant="tertiary"
              aria-label={text('webhooks.title', { website: name })}
            >
              {text('webhooks.panel.title')}
            </LinkButton>
          )}
          {mayManageCaches && (
            <LinkButton
              tag={NavLink}
              to={cachesPath(documentId)}
              variant="tertiary"
              aria-label={text('caches.title', { website: name })}
            >
              {text('caches.panel.title')}
            </LinkButton>
          )}
          <LinkButton
            tag={NavLink}
            to={connectPath(documentId)}
            startIcon={<LinkIcon />}
            aria-label={text('connect.title', { website: name })}
          >
            {text('websites.connect')}
          </LinkButton>
        </Flex>
      }
    >
      <Figures
        // What the user may not read is left out.
        figures={NUMBERS.filter((one) => numbers[one] !== null).map((one) => ({
          name: text(`numbers.${one}`),
          value: numbers[one],
        }))}
      />
      {(numbers.scheduledPosts ?? 0) > 0 && scheduledPosts && (
        <Typography variant="pi" textColor="neutral600">
          {text(`websites.scheduled.${scheduledPosts}`)}
        </Typography>
      )}
      {nextStep && <Notice tone="info">{text(`websites.next.${nextStep}`)}</Notice>}
      {keys && (
        <KeySection
          website={website}
          keys={keys}
          mayReveal={mayReveal}
          mayRotate={mayRotate}
          onChanged={onChanged}
        />
      )}
    </Section>
  );
};
