import { useMemo } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { VersionDetails } from '../../../../contracts/history';
import { useAnswer } from '../../shared/api/use-answer';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';
import { useFields } from '../use-fields';
import { differencesOf } from './differences';
import { isHtmlField, visibleTexts } from './visible-text';
import { MarkedWords } from './MarkedWords';
import { shortenSame } from './words';

interface Props {
  model: string;
  documentId: string;
  /** Numbers of versions. */
  older: number;
  newer: number;
}

/** What one version says that the other does not, field by field. */
export const Comparison = ({ model, documentId, older, newer }: Props) => {
  const text = useText();
  const { contentType, labelOf } = useFields();
  const version = (number: number) => `/${PLUGIN_ID}/entries/${model}/${documentId}/versions/${number}`;
  const before = useAnswer<{ data: VersionDetails }>(version(older));
  const after = useAnswer<{ data: VersionDetails }>(version(newer));
  const differences = useMemo(
    () =>
      before.answer && after.answer
        ? differencesOf(before.answer.data.values, after.answer.data.values, (field, words) =>
            isHtmlField(contentType, field) ? visibleTexts(words, text) : words,
          )
        : null,
    [before.answer, after.answer, contentType, text],
  );

  const problem = before.problem ?? after.problem;
  if (problem !== null) return <Notice tone="danger">{problem}</Notice>;
  if (differences === null) return <Typography textColor="neutral600">{text('loading')}</Typography>;
  if (differences.length === 0) return <Typography>{text('history.same')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {differences.map(({ field, parts, isMarkupOnly }) => (
        <Box key={field} tag="section" aria-label={labelOf(field)}>
          <Typography variant="delta" tag="h3">
            {labelOf(field)}
          </Typography>
          <Box paddingTop={2}>
            {isMarkupOnly ? (
              <Typography textColor="neutral600">{text('history.markup-only')}</Typography>
            ) : (
              <MarkedWords parts={shortenSame(parts)} />
            )}
          </Box>
        </Box>
      ))}
    </Flex>
  );
};
