import { useState } from 'react';
import { Button, Field, Flex, Radio, Typography } from '@strapi/design-system';
import { Download } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import { EXPORT_FORMATS, type ExportFormat } from '../../../../contracts/exports';
import { Notice } from '../../shared/Notice';
import { EXPORT_WEBSITE } from '../../shared/permissions';
import { Section } from '../../shared/Section';
import { useText } from '../../shared/text';
import { OneWebsitePage } from '../OneWebsitePage';
import { useExport } from './use-export';

/** A website on its way out, as files. */
export const ExportPage = () => (
  <Page.Protect permissions={EXPORT_WEBSITE}>
    <ExportOfWebsite />
  </Page.Protect>
);

const ExportOfWebsite = () => {
  const text = useText();
  const { documentId = '' } = useParams();
  const [format, setFormat] = useState<ExportFormat>('json');
  const { state, start, forget } = useExport(documentId);
  const isRunning = state.status === 'running';

  return (
    <OneWebsitePage
      title={(website) => text('export.title', { website })}
      subtitle={text('export.subtitle')}
      action={() => null}
    >
      {() => (
        <Section title={text('export.format')}>
          <Field.Root name="format">
            <Radio.Group
              aria-label={text('export.format')}
              value={format}
              disabled={isRunning}
              onValueChange={(value: string) => {
                setFormat(value as ExportFormat);
                forget();
              }}
            >
              {EXPORT_FORMATS.map((one) => (
                <Radio.Item key={one} value={one}>
                  {text(`export.format.${one}`)}
                </Radio.Item>
              ))}
            </Radio.Group>
          </Field.Root>
          <Flex direction="column" alignItems="flex-start" gap={2}>
            <Typography aria-live="polite">{text(`export.about.${format}`)}</Typography>
            <Typography textColor="neutral600">{text('export.report')}</Typography>
          </Flex>
          {isRunning && <Notice tone="info">{text('export.wait')}</Notice>}
          {state.status === 'done' && (
            <Notice tone="success">{text('export.done', { file: state.file })}</Notice>
          )}
          {state.status === 'failed' && <Notice tone="danger">{state.problem}</Notice>}
          <Flex>
            <Button startIcon={<Download />} loading={isRunning} onClick={() => void start(format)}>
              {text(isRunning ? 'export.running' : 'export.start')}
            </Button>
          </Flex>
        </Section>
      )}
    </OneWebsitePage>
  );
};
