import { Flex, LinkButton } from '@strapi/design-system';
import { Clock, Files, Pencil, Upload } from '@strapi/icons';
import { NavLink, useNavigate } from 'react-router-dom';
import type { PageCounts } from '../../../../contracts/pseo-pages';
import { contentManager } from '../../shared/content-manager';
import type { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { Figures } from '../../shared/Figures';
import { dripPath, importsPath, pagesPath } from '../paths';
import { Section } from '../../shared/Section';
import { SlugsButton } from '../slugs/SlugsButton';
import type { Campaign } from '../use-campaigns';

interface Props {
  campaign: Campaign;
  may: ReturnType<typeof usePagePermissions>;
}

/** A campaign, how many pages it has in which state, and what can be done with them. */
export const CampaignCard = ({ campaign, may }: Props) => {
  const text = useText();
  const navigate = useNavigate();
  const { documentId, name, website } = campaign;
  const { answer } = useAnswer<{ data: PageCounts }>(
    may.mayList
      ? withQuery(`/${PLUGIN_ID}/pseo-pages/counts`, { website: website.documentId, campaign: documentId })
      : null,
  );
  const counts = answer?.data ?? null;
  const pages = pagesPath({ website: website.documentId, campaign: documentId });

  return (
    <Section
      title={name}
      about={website.name}
      action={
        <Flex gap={2} wrap="wrap">
          <LinkButton
            tag={NavLink}
            to={contentManager.campaign(documentId)}
            variant="tertiary"
            startIcon={<Pencil />}
            aria-label={text('pseo.templates-of', { name })}
          >
            {text('pseo.templates')}
          </LinkButton>
          {may.mayDrip && (
            <LinkButton
              tag={NavLink}
              to={dripPath(documentId)}
              variant="tertiary"
              startIcon={<Clock />}
              aria-label={text('pseo.drip-of', { name })}
            >
              {text('pseo.drip')}
            </LinkButton>
          )}
          {may.mayImport && (
            <LinkButton
              tag={NavLink}
              to={importsPath(documentId)}
              variant="tertiary"
              startIcon={<Upload />}
              aria-label={text('pseo.import-of', { name })}
            >
              {text('pseo.import')}
            </LinkButton>
          )}
          {may.mayList && may.mayRename && (
            <SlugsButton
              campaign={campaign}
              mayPublish={may.mayPublish}
              label={text('pseo.slugs.regenerate-of', { name })}
              onSent={(isStarted) => isStarted && navigate(pages)}
            />
          )}
          {may.mayList && (
            <LinkButton
              tag={NavLink}
              to={pages}
              variant="secondary"
              startIcon={<Files />}
              aria-label={text('pseo.pages-of', { name })}
            >
              {text('pseo.pages')}
            </LinkButton>
          )}
        </Flex>
      }
    >
      {may.mayList && (
        <Figures
          figures={[
            { name: text('pseo.state.live'), value: counts && counts.live + counts.changed },
            { name: text('pseo.count.draft'), value: counts && counts.draft },
            { name: text('pseo.state.waiting'), value: counts && counts.waiting },
            ...(counts && counts.changed > 0
              ? [{ name: text('post-state.with-changes'), value: counts.changed }]
              : []),
          ]}
        />
      )}
    </Section>
  );
};
