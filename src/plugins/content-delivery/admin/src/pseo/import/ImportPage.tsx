import { useState } from 'react';
import { Button, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Page } from '@strapi/strapi/admin';
import { NavLink, useNavigate, useParams } from 'react-router-dom';
import type { ImportChoices, ImportOptions, PageImport } from '../../../../contracts/pseo-imports';
import { Notice } from '../../shared/Notice';
import { usePagePermissions } from '../../shared/permissions';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useAnswer } from '../../shared/api/use-answer';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { Confirm } from '../../shared/Confirm';
import { importsPath, pagesPath } from '../paths';
import { Progress } from '../progress/Progress';
import { PseoPage } from '../PseoPage';
import { Section } from '../../shared/Section';
import { CheckResult } from './CheckResult';
import { Mapping } from './Mapping';
import { RunResult } from './RunResult';
import { stageOf } from './stage';

const WHILE_UNDER_WAY = 1_000;

/** One import on its way: columns, check, run, result. What is shown follows the server, so it can be left at any time. */
export const ImportPage = () => {
  const text = useText();
  const navigate = useNavigate();
  const { documentId = '' } = useParams();
  const path = `/${PLUGIN_ID}/imports/${encodeURIComponent(documentId)}`;
  const may = usePagePermissions();
  const { answer, problem, replace, reload } = useAnswer<{ data: PageImport }>(path, ({ data }) =>
    stageOf(data).isWorking ? WHILE_UNDER_WAY : null,
  );
  const { send, isSending, problem: refused } = useSend();
  const [isMappingAgain, setMappingAgain] = useState(false);
  const [isForgetting, setForgetting] = useState(false);

  if (answer === null) {
    return problem === null ? <Page.Loading /> : <Page.Error content={problem} />;
  }
  const one = answer.data;
  const stage = stageOf(one);
  const act = async (action: string, body?: unknown): Promise<void> => {
    const changed = await send<PageImport>({ method: 'post', path: `${path}/${action}`, body });
    // Also without an answer it may be under way, and another tab may have been quicker.
    if (!changed) return reload();
    setMappingAgain(false);
    replace(changed);
  };
  const forget = async () => {
    if (await send<null>({ method: 'del', path })) navigate(importsPath(one.campaign.documentId));
    else reload();
  };
  const cancel = (
    <Button variant="tertiary" loading={isSending} onClick={() => void act('cancel')}>
      {text('stop')}
    </Button>
  );
  const isMapping = isMappingAgain || ['mapping', 'check-failed', 'check-cancelled'].includes(stage.name);

  return (
    <PseoPage
      title={text('pseo.import.title', { file: one.name })}
      subtitle={text('pseo.import.subtitle', {
        campaign: one.campaign.name,
        website: one.website.name,
        rows: one.rowCount,
      })}
      back={{ to: importsPath(one.campaign.documentId), label: text('pseo.imports.title') }}
      action={
        !stage.isWorking && (
          <Button variant="tertiary" onClick={() => setForgetting(true)}>
            {text('pseo.import.forget')}
          </Button>
        )
      }
    >
      {problem !== null && <Notice tone="warning">{text('pseo.connection-lost')}</Notice>}
      {refused !== null && <Notice tone="danger">{refused}</Notice>}
      {(stage.name === 'check-failed' || stage.name === 'run-failed') && (
        <Notice tone="danger">{stage.progress?.message ?? text('pseo.import.failed')}</Notice>
      )}

      {stage.isWorking && stage.progress && (
        <Section title={text(`pseo.import.${stage.name}`)}>
          <Progress
            label={text(stage.name === 'checking' ? 'pseo.import.checking-rows' : 'pseo.import.making-pages')}
            done={stage.progress.done}
            total={stage.progress.total}
            isWaiting={stage.progress.state === 'waiting'}
            secondsLeft={stage.progress.secondsLeft}
            action={cancel}
          />
        </Section>
      )}

      {isMapping && !stage.isWorking && (
        <Mapping
          key={`${one.documentId}-${one.check?.startedAt ?? ''}`}
          pageImport={one}
          isSending={isSending}
          onCheck={(choices: ImportChoices) => void act('check', choices)}
        />
      )}

      {one.check?.state === 'done' &&
        !isMapping &&
        (stage.name === 'checked' || stage.name === 'running') && (
          <CheckResult
            pageImport={one}
            check={one.check}
            mayPublish={may.mayPublish}
            isSending={isSending}
            isRunning={stage.isWorking}
            onRun={(options: ImportOptions) => void act('run', options)}
            onMapAgain={() => setMappingAgain(true)}
            onCheckAgain={(choices) => void act('check', choices)}
          />
        )}

      {one.run &&
        (stage.name === 'run-failed' || stage.name === 'run-cancelled' || stage.name === 'done') && (
          <>
            <RunResult pageImport={one} run={one.run} />
            <Flex gap={2} wrap="wrap" justifyContent="flex-end">
              {stage.name !== 'done' && (
                <>
                  <Typography textColor="neutral600">{text('pseo.import.resume-about')}</Typography>
                  <Button loading={isSending} onClick={() => void act('resume')}>
                    {text('resume')}
                  </Button>
                </>
              )}
              {!isMappingAgain && (
                <Button variant="tertiary" onClick={() => setMappingAgain(true)}>
                  {text('pseo.import.map-again')}
                </Button>
              )}
              <LinkButton
                tag={NavLink}
                variant={stage.name === 'done' ? 'default' : 'secondary'}
                to={pagesPath({ website: one.website.documentId, campaign: one.campaign.documentId })}
              >
                {text('pseo.import.see-pages')}
              </LinkButton>
            </Flex>
          </>
        )}

      {isForgetting && (
        <Confirm
          title={text('pseo.import.forget')}
          question={text('pseo.import.forget-question', { file: one.name })}
          confirm={text('pseo.import.forget')}
          onConfirm={() => void forget()}
          onClose={() => setForgetting(false)}
        />
      )}
    </PseoPage>
  );
};
