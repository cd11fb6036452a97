import { useState } from 'react';
import {
  Button,
  Field,
  Flex,
  Radio,
  SingleSelect,
  SingleSelectOption,
  Td,
  Tr,
  Typography,
} from '@strapi/design-system';
import {
  MAX_IMPORT_PAGES,
  PAGE_FIELDS,
  type ImportChoices,
  type ImportMode,
  type ImportTarget,
  type PageImport,
} from '../../../../contracts/pseo-imports';
import { DataTable, WRAPPED } from '../../shared/DataTable';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { Section } from '../../shared/Section';
import { RowPreview } from './RowPreview';
import {
  chosenTwice,
  countPages,
  fromOption,
  NOT_IMPORTED,
  problemWith,
  suggestionFor,
  toOption,
  variablesWithoutColumn,
} from './targets';

interface Props {
  pageImport: PageImport;
  isSending: boolean;
  onCheck(choices: ImportChoices): void;
}

const MODES: ImportMode[] = ['rows', 'combinations'];
/** Cells of a column that are shown. */
const EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 60;

/** Says where each column goes, and whether rows or combinations make pages. */
export const Mapping = ({ pageImport, isSending, onCheck }: Props) => {
  const text = useText();
  const { columns, sample, variables, matched, suggested, rowCount, check } = pageImport;
  const [mode, setMode] = useState<ImportMode>(check?.choices.mode ?? 'rows');
  const [targets, setTargets] = useState(check?.choices.targets ?? matched);

  const without = variablesWithoutColumn(variables, targets);
  const twice = chosenTwice(targets);
  const count = countPages(mode, columns, targets, rowCount);
  const problem = problemWith(mode, columns, targets, rowCount);
  const nameOf = (target: ImportTarget): string =>
    target.to === 'variable' ? target.name : text(`pseo.field.${target.to}`);
  const setTarget = (index: number, target: ImportTarget | null): void =>
    setTargets(columns.map((_column, at) => (at === index ? target : (targets[at] ?? null))));
  const usedNames = new Set(variables.map(({ name }) => name));

  return (
    <Section title={text('pseo.mapping.title')} about={text('pseo.mapping.about')}>
      {pageImport.remarks.map((remark) => (
        <Notice key={remark} tone="info">
          {remark}
        </Notice>
      ))}
      <Field.Root name="import-mode">
        <Field.Label id="import-mode">{text('pseo.mapping.mode')}</Field.Label>
        <Radio.Group
          aria-labelledby="import-mode"
          value={mode}
          onValueChange={(value: string) => setMode(value as ImportMode)}
        >
          {MODES.map((one) => (
            <Radio.Item key={one} value={one}>
              {text(`pseo.mapping.mode.${one}`)}
            </Radio.Item>
          ))}
        </Radio.Group>
        <Typography variant="pi" textColor="neutral600">
          {text(`pseo.mapping.mode.${mode}.about`)}
        </Typography>
      </Field.Root>

      <DataTable
        headings={['column', 'examples', ...(mode === 'combinations' ? ['texts'] : []), 'target'].map(
          (column) => text(`pseo.mapping.heading.${column}`),
        )}
        rows={columns.length}
      >
        {columns.map((column, index) => {
          const target = targets[index] ?? null;
          const option = toOption(target);
          const suggestion = suggestionFor(index, suggested, targets);
          return (
            <Tr key={index}>
              <Td>
                <Typography fontWeight="bold" style={WRAPPED}>
                  {column.name || text('pseo.mapping.unnamed', { number: index + 1 })}
                </Typography>
              </Td>
              <Td>
                <Typography textColor="neutral600" style={WRAPPED}>
                  {examplesOf(sample.map(({ cells }) => cells[index] ?? null)) || text('pseo.mapping.empty')}
                </Typography>
              </Td>
              {mode === 'combinations' && (
                <Td>
                  <Typography>
                    {column.values === null
                      ? text('pseo.mapping.too-many-texts')
                      : text('pseo.number', { value: column.values })}
                  </Typography>
                </Td>
              )}
              <Td>
                <SingleSelect
                  aria-label={text('pseo.mapping.target-of', { column: column.name || `${index + 1}` })}
                  value={option}
                  hasError={twice.has(option)}
                  onChange={(value: string | number) => setTarget(index, fromOption(String(value)))}
                >
                  <SingleSelectOption value={NOT_IMPORTED}>{text('pseo.mapping.none')}</SingleSelectOption>
                  {variables.map(({ name }) => (
                    <SingleSelectOption key={name} value={toOption({ to: 'variable', name })}>
                      {text('pseo.mapping.variable', { name })}
                    </SingleSelectOption>
                  ))}
                  {target?.to === 'variable' && !usedNames.has(target.name) && (
                    <SingleSelectOption value={option}>
                      {text('pseo.mapping.unused-variable', { name: target.name })}
                    </SingleSelectOption>
                  )}
                  {column.name !== '' &&
                    !usedNames.has(column.name) &&
                    !(target?.to === 'variable' && target.name === column.name) && (
                      <SingleSelectOption value={toOption({ to: 'variable', name: column.name })}>
                        {text('pseo.mapping.unused-variable', { name: column.name })}
                      </SingleSelectOption>
                    )}
                  {PAGE_FIELDS.map((field) => (
                    <SingleSelectOption key={field} value={field}>
                      {text('pseo.mapping.field', { field: text(`pseo.field.${field}`) })}
                    </SingleSelectOption>
                  ))}
                </SingleSelect>
                {suggestion && (
                  <Flex gap={2} paddingTop={1} wrap="wrap">
                    <Typography variant="pi" textColor="neutral600">
                      {text('pseo.mapping.suggested', { name: nameOf(suggestion) })}
                    </Typography>
                    <Button size="S" variant="tertiary" onClick={() => setTarget(index, suggestion)}>
                      {text('pseo.mapping.take', { name: nameOf(suggestion) })}
                    </Button>
                  </Flex>
                )}
              </Td>
            </Tr>
          );
        })}
      </DataTable>

      {without.length > 0 && (
        <Notice tone="warning">
          {text('pseo.mapping.without-column', {
            names: without.map(({ name }) => name).join(', '),
            count: without.length,
          })}
        </Notice>
      )}
      {problem && (
        <Notice tone="danger">
          {text(`pseo.mapping.problem.${problem.kind}`, {
            most: MAX_IMPORT_PAGES,
            count: problem.kind === 'too-many' ? problem.count : 0,
          })}
        </Notice>
      )}
      <RowPreview pageImport={pageImport} targets={targets} />
      <Flex gap={4} justifyContent="flex-end" wrap="wrap">
        <Typography role="status" fontWeight="bold">
          {!problem && text('pseo.mapping.count', { count: count ?? 0 })}
        </Typography>
        <Button
          loading={isSending}
          disabled={problem !== null}
          onClick={() =>
            onCheck({ ...(check?.choices.empty && { empty: check.choices.empty }), mode, targets })
          }
        >
          {text('pseo.mapping.check')}
        </Button>
      </Flex>
      <Typography variant="pi" textColor="neutral600" textAlign="right">
        {text('pseo.mapping.check-about')}
      </Typography>
    </Section>
  );
};

const examplesOf = (cells: readonly (string | null)[]): string =>
  cells
    .filter((cell): cell is string => cell !== null && cell.trim() !== '')
    .slice(0, EXAMPLES)
    .map((cell) => (cell.length > MAX_EXAMPLE_LENGTH ? `${cell.slice(0, MAX_EXAMPLE_LENGTH)}…` : cell))
    .join(' · ');
