import { useMemo } from 'react';
import { Accordion, Box, Button, Flex, Status, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { useCopy } from '../../../shared/copy';
import { useText } from '../../../shared/text';
import { Code } from '../../../shared/Code';
import { cut, layOut, SHOWN_CHARACTERS } from './body';
import type { RouteAnswer } from './call-route';
import { jsonTokens, type TokenKind } from './json-tokens';

const COLORS: Record<TokenKind, string | undefined> = {
  name: 'primary700',
  text: 'success700',
  number: 'danger700',
  word: 'secondary700',
  plain: undefined,
};

export const AnswerView = ({ answer }: { answer: RouteAnswer }) => {
  const text = useText();
  const copy = useCopy();
  const { formatNumber } = useIntl();
  const body = useMemo(() => cut(layOut(answer.body), SHOWN_CHARACTERS), [answer.body]);
  const tokens = useMemo(() => jsonTokens(body.shown), [body.shown]);
  const isFine = answer.status >= 200 && answer.status < 300;
  const size = (bytes: number) =>
    bytes < 1000
      ? formatNumber(bytes, { style: 'unit', unit: 'byte', unitDisplay: 'long' })
      : formatNumber(bytes / 1000, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 1 });

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Flex gap={5} wrap="wrap" role="status">
        <Status variant={isFine ? 'success' : 'danger'} size="S">
          <Typography fontWeight="bold" textColor={isFine ? 'success700' : 'danger700'}>
            {`${answer.status} ${answer.statusText}`}
          </Typography>
        </Status>
        <Typography>
          {text('try-it.time', {
            time: formatNumber(answer.time, {
              style: 'unit',
              unit: 'millisecond',
              maximumFractionDigits: answer.time < 10 ? 1 : 0,
            }),
          })}
        </Typography>
        <Typography>
          {answer.transferred === null || answer.transferred === answer.size
            ? text('try-it.size', { size: size(answer.size) })
            : text('try-it.size-compressed', {
                size: size(answer.size),
                transferred: size(answer.transferred),
              })}
        </Typography>
      </Flex>
      {!isFine && <Typography>{text(hintFor(answer.status))}</Typography>}
      <Accordion.Root size="S">
        <Accordion.Item value="headers">
          <Accordion.Header>
            <Accordion.Trigger>{text('try-it.headers', { count: answer.headers.length })}</Accordion.Trigger>
          </Accordion.Header>
          <Accordion.Content>
            <Box padding={4}>
              <Code label={text('try-it.headers-label')}>
                {answer.headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
              </Code>
            </Box>
          </Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Flex justifyContent="space-between" gap={4} wrap="wrap">
          <Typography variant="omega" fontWeight="semiBold" tag="h3">
            {text('try-it.body')}
          </Typography>
          <Button
            variant="tertiary"
            size="S"
            startIcon={<Duplicate />}
            onClick={() => void copy(answer.body, text('try-it.copied'))}
          >
            {text('try-it.copy')}
          </Button>
        </Flex>
        {body.isCut && (
          <Typography variant="pi" textColor="neutral600">
            {text('try-it.cut', { shown: body.shown.length, total: body.total })}
          </Typography>
        )}
        <Code label={text('try-it.body')} maxHeight="60vh">
          {tokens.map(({ kind, text: part }, index) =>
            COLORS[kind] ? (
              // Tokens never change places within one answer.
              <Box key={index} tag="span" color={COLORS[kind]}>
                {part}
              </Box>
            ) : (
              part
            ),
          )}
        </Code>
      </Flex>
    </Flex>
  );
};

/** What can be done about an error. */
const hintFor = (status: number): string => {
  if (status === 401) return 'try-it.hint.key';
  if (status === 404) return 'try-it.hint.slug';
  return status >= 500 ? 'try-it.hint.server' : 'try-it.hint.request';
};
