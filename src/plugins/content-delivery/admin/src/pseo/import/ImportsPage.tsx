import { useState } from 'react';
import { Button, Flex, Link, Td, Tr, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { NavLink, useNavigate, useSearchParams } from 'react-router-dom';
import type { PageImportSummary } from '../../../../contracts/pseo-imports';
import { DataTable } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import { ProgressBar } from '../../shared/ProgressBar';
import { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { useShortMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { CampaignSelect } from '../CampaignSelect';
import { importPath } from '../paths';
import { PseoPage } from '../PseoPage';
import { Section } from '../../shared/Section';
import { useCampaigns } from '../use-campaigns';
import { DropZone } from './DropZone';
import { FileForm, type FileSettings } from './FileForm';
import { stageOf } from './stage';
import { useRefusedDrops } from './use-refused-drops';
import { useUpload } from './use-upload';

/** Begins an import with a campaign and a file, and finds former ones again. */
export const ImportsPage = () => {
  const text = useText();
  const navigate = useNavigate();
  const may = usePagePermissions();
  const [parameters, setParameters] = useSearchParams();
  const { campaigns, problem } = useCampaigns();
  const { state, start, cancel } = useUpload();
  useRefusedDrops();
  const [fileName, setFileName] = useState('');
  const [settings, setSettings] = useState<FileSettings>({ delimiter: '', headerLine: '' });
  const [only, another] = campaigns ?? [];
  // Who has one campaign never picks it.
  const campaign = parameters.get('campaign') ?? (only && !another ? only.documentId : '');

  if (problem !== null) return <Page.Error content={problem} />;
  if (campaigns === null || may.isLoading) return <Page.Loading />;
  if (!may.mayImport) return <Page.NoPermissions />;

  const take = async (file: File) => {
    setFileName(file.name);
    const made = await start(campaign, file, settings);
    if (made) navigate(importPath(made.documentId));
  };

  return (
    <PseoPage title={text('pseo.imports.title')} subtitle={text('pseo.imports.subtitle')}>
      <Section title={text('pseo.import')} about={text('pseo.imports.new-about')}>
        <CampaignSelect
          campaigns={campaigns}
          value={campaign}
          onChange={(documentId) => setParameters({ campaign: documentId }, { replace: true })}
        />
        {state.status === 'failed' && <Notice tone="danger">{state.problem}</Notice>}
        {state.status === 'sending' ? (
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Flex justifyContent="space-between" gap={4} wrap="wrap">
              <Typography role="status">
                {state.share < 1
                  ? text('pseo.upload.sending', { file: fileName, percent: Math.floor(state.share * 100) })
                  : text('pseo.upload.reading', { file: fileName })}
              </Typography>
              <Button variant="tertiary" onClick={cancel}>
                {text('dialog.cancel')}
              </Button>
            </Flex>
            <ProgressBar label={text('pseo.upload.progress')} percent={Math.floor(state.share * 100)} />
          </Flex>
        ) : (
          <>
            <DropZone isDisabled={campaign === ''} onFile={(file) => void take(file)} />
            <FileForm value={settings} onChange={setSettings} />
            {campaign === '' && (
              <Typography variant="pi" textColor="neutral600">
                {text('pseo.upload.campaign-first')}
              </Typography>
            )}
          </>
        )}
      </Section>
      <FormerImports campaign={campaign} />
    </PseoPage>
  );
};

const WHILE_UNDER_WAY = 3_000;
const COLUMNS = ['file', 'campaign', 'rows', 'state', 'since'] as const;

const FormerImports = ({ campaign }: { campaign: string }) => {
  const text = useText();
  const moment = useShortMoment();
  const { answer, problem } = useAnswer<{ data: PageImportSummary[] }>(
    withQuery(`/${PLUGIN_ID}/imports`, { campaign }),
    ({ data }) => (data.some((one) => stageOf(one).isWorking) ? WHILE_UNDER_WAY : null),
  );
  const imports = answer?.data ?? [];
  if (problem !== null) return <Notice tone="danger">{problem}</Notice>;
  if (imports.length === 0) return null;
  return (
    <Section title={text('pseo.imports.former')} about={text('pseo.imports.former-about')}>
      <DataTable
        headings={COLUMNS.map((column) => text(`pseo.imports.column.${column}`))}
        rows={imports.length}
      >
        {imports.map((one) => {
          const { name, progress } = stageOf(one);
          return (
            <Tr key={one.documentId}>
              <Td>
                <Link tag={NavLink} to={importPath(one.documentId)}>
                  {one.name}
                </Link>
              </Td>
              <Td>
                <Typography>{one.campaign.name}</Typography>
              </Td>
              <Td>
                <Typography>{text('pseo.number', { value: one.rowCount })}</Typography>
              </Td>
              <Td>
                <Typography>
                  {text(`pseo.imports.stage.${name}`, {
                    done: progress?.done ?? 0,
                    total: progress?.total ?? 0,
                  })}
                </Typography>
              </Td>
              <Td>
                <Typography>{moment(one.createdAt)}</Typography>
              </Td>
            </Tr>
          );
        })}
      </DataTable>
    </Section>
  );
};
