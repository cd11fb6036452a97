import { useState } from 'react';
import { Button, Checkbox, Field, Flex, Radio, Typography } from '@strapi/design-system';
import type {
  ImportCheck,
  ImportChoices,
  ImportOptions,
  PageImport,
} from '../../../../contracts/pseo-imports';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { Confirm } from '../../shared/Confirm';
import { Figures } from '../../shared/Figures';
import { Section } from '../../shared/Section';
import { ColumnNotes } from './ColumnNotes';
import { FaultyRows, NearDuplicates, RenamedPages, SlashedPages } from './findings';

interface Props {
  pageImport: PageImport;
  check: ImportCheck;
  mayPublish: boolean;
  isSending: boolean;
  /** The run is under way: shown is what it was checked with. */
  isRunning: boolean;
  onRun(options: ImportOptions): void;
  onMapAgain(): void;
  onCheckAgain(choices: ImportChoices): void;
}

/** What a run would do, and the way to start it. */
export const CheckResult = ({
  pageImport,
  check,
  mayPublish,
  isSending,
  isRunning,
  onRun,
  onMapAgain,
  onCheckAgain,
}: Props) => {
  const text = useText();
  const [publish, setPublish] = useState(false);
  const [skipFaulty, setSkipFaulty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { create, update, same, sameButNotLive, faulty, renamed, alike, slashed } = check.result;
  const changes = create + update + (publish ? sameButNotLive : 0);
  const isHeldUp = faulty > 0 && !skipFaulty;
  const options = { publish, skipFaulty: faulty > 0 && skipFaulty };

  return (
    <>
      <Section title={text('pseo.check.title')} about={text('pseo.check.about')}>
        <Figures
          figures={[
            { name: text('pseo.check.create'), value: create },
            { name: text('pseo.check.update'), value: update },
            { name: text('pseo.check.same'), value: same },
            { name: text('pseo.faulty.title'), value: faulty, tone: 'danger700' },
            { name: text('pseo.alike.title'), value: alike, tone: 'warning700' },
          ]}
        />
        {check.isOutdated && !isRunning && (
          <Notice
            tone="warning"
            action={
              <Button
                size="S"
                variant="secondary"
                loading={isSending}
                onClick={() => onCheckAgain(check.choices)}
              >
                {text('check-again')}
              </Button>
            }
          >
            {text('pseo.check.outdated')}
          </Notice>
        )}
      </Section>

      <ColumnNotes
        check={check}
        columns={pageImport.columns.length}
        isSending={isSending}
        onCheck={isRunning ? null : onCheckAgain}
      />
      {faulty > 0 && <FaultyRows pageImport={pageImport.documentId} mode={check.choices.mode} />}
      {renamed > 0 && <RenamedPages pageImport={pageImport.documentId} />}
      {slashed > 0 && <SlashedPages pageImport={pageImport.documentId} />}
      {alike > 0 && <NearDuplicates pageImport={pageImport.documentId} />}

      {!isRunning && (
        <Section title={text('pseo.run.title')}>
          <Field.Root name="import-publish">
            <Field.Label>{text('pseo.run.question')}</Field.Label>
            <Radio.Group
              aria-label={text('pseo.run.question')}
              value={publish ? 'live' : 'drafts'}
              onValueChange={(value: string) => setPublish(value === 'live')}
            >
              <Radio.Item value="drafts">{text('pseo.run.drafts')}</Radio.Item>
              <Radio.Item value="live" disabled={!mayPublish}>
                {text('pseo.run.live')}
              </Radio.Item>
            </Radio.Group>
          </Field.Root>
          {faulty > 0 && (
            <Flex direction="column" alignItems="stretch" gap={2}>
              <Checkbox
                checked={skipFaulty}
                onCheckedChange={(value: boolean | 'indeterminate') => setSkipFaulty(value === true)}
              >
                {text('pseo.run.skip-faulty', { count: faulty })}
              </Checkbox>
              <Typography variant="pi" textColor="neutral600">
                {text('pseo.run.skip-faulty-about')}
              </Typography>
            </Flex>
          )}
          <Flex gap={2} justifyContent="flex-end" alignItems="center" wrap="wrap">
            <Typography role="status" textColor="neutral800">
              {changes === 0
                ? text('pseo.run.nothing')
                : text(publish ? 'pseo.run.summary-live' : 'pseo.run.summary', { create, update })}
            </Typography>
            <Button variant="tertiary" onClick={onMapAgain}>
              {text('pseo.import.map-again')}
            </Button>
            <Button
              loading={isSending}
              disabled={isHeldUp || changes === 0 || check.isOutdated}
              onClick={() => (publish ? setAsking(true) : onRun(options))}
            >
              {text(publish ? 'pseo.run.start-live' : 'pseo.run.start')}
            </Button>
          </Flex>
        </Section>
      )}

      {isAsking && (
        <Confirm
          title={text('pseo.run.start-live')}
          question={text('pseo.run.live-question', {
            count: changes,
            website: pageImport.website.name,
            alike,
          })}
          confirm={text('pseo.run.start-live')}
          onConfirm={() => {
            setAsking(false);
            onRun(options);
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
};
