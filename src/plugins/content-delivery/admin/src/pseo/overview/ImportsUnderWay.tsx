import { Flex, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { PageImportSummary } from '../../../../contracts/pseo-imports';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { stageOf } from '../import/stage';
import { importPath } from '../paths';

const WHILE_UNDER_WAY = 3_000;

/** Imports that work, or that need an editor, so that they are found again after the browser was closed. */
export const ImportsUnderWay = () => {
  const text = useText();
  const { answer } = useAnswer<{ data: PageImportSummary[] }>(`/${PLUGIN_ID}/imports`, ({ data }) =>
    data.some((one) => stageOf(one).isWorking) ? WHILE_UNDER_WAY : null,
  );
  const open = (answer?.data ?? []).filter((one) => {
    const { name, isWorking } = stageOf(one);
    return isWorking || name === 'run-failed' || name === 'run-cancelled';
  });
  if (open.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {open.map((one) => {
        const { name, progress } = stageOf(one);
        return (
          <Notice
            key={one.documentId}
            tone={name === 'run-failed' || name === 'run-cancelled' ? 'warning' : 'info'}
            action={
              <Link tag={NavLink} to={importPath(one.documentId)}>
                {text('pseo.imports.open', { file: one.name })}
              </Link>
            }
          >
            {text('pseo.imports.state', {
              file: one.name,
              campaign: one.campaign.name,
              state: text(`pseo.imports.stage.${name}`, {
                done: progress?.done ?? 0,
                total: progress?.total ?? 0,
              }),
            })}
          </Notice>
        );
      })}
    </Flex>
  );
};
