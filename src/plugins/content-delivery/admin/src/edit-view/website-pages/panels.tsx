import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { useMayExport, useMayManageCaches, useMayManageWebhooks } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { WEBSITE } from '../../shared/uids';
import { useImportReport } from '../../shared/api/use-import-report';
import { cachesPath, exportPath, importReportPath, webhooksPath } from '../../shared/website-paths';
import type { PanelProps } from '../panel';

interface WebsitePage {
  /** What the keys of the texts begin with. */
  words: 'caches' | 'export' | 'import-report' | 'webhooks';
  /** @param documentId undefined for what is no website that is saved */
  useMayOpen(documentId: string | undefined): boolean;
  /** Where it is, for one website. */
  path(documentId: string): string;
}

/** Beside a website's form: the way to a page about the website. */
const panelFor = ({ words, useMayOpen, path }: WebsitePage) =>
  function WebsitePagePanel({ model, documentId, document }: PanelProps) {
    const text = useText();
    const mayOpen = useMayOpen(model === WEBSITE ? documentId : undefined);
    if (model !== WEBSITE || !mayOpen || !documentId || document === undefined) return null;
    return {
      title: text(`${words}.panel.title`),
      content: (
        <Flex direction="column" alignItems="stretch" gap={3} width="100%">
          <Typography textColor="neutral600">{text(`${words}.panel.about`)}</Typography>
          <LinkButton tag={NavLink} to={path(documentId)} variant="tertiary">
            {text(`${words}.panel.open`)}
          </LinkButton>
        </Flex>
      ),
    };
  };

export const CachesPanel = panelFor({ words: 'caches', useMayOpen: useMayManageCaches, path: cachesPath });
export const WebhooksPanel = panelFor({
  words: 'webhooks',
  useMayOpen: useMayManageWebhooks,
  path: webhooksPath,
});
/** Only where something was brought in. */
const useHasReport = (documentId: string | undefined): boolean =>
  Boolean(useImportReport(documentId ?? null).answer?.data);

export const ImportReportPanel = panelFor({
  words: 'import-report',
  useMayOpen: useHasReport,
  path: importReportPath,
});
export const ExportPanel = panelFor({ words: 'export', useMayOpen: useMayExport, path: exportPath });
