import { useState } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import type { LinkCheck, LinkFindingKind, LinkFindings } from '../../../contracts/links';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { Notice } from '../shared/Notice';
import { PartsPager } from '../shared/PartsPager';
import { useText } from '../shared/text';
import { FindingsTable } from './FindingsTable';
import { LINK_CHECKS } from './paths';

interface Props {
  kind: LinkFindingKind;
  check: LinkCheck;
  /** documentId; empty for all. */
  website: string;
}

/** What was found of one kind, a part at a time. */
export const Findings = ({ kind, check, website }: Props) => {
  const text = useText();
  const [after, setAfter] = useState('');
  const { answer, problem, isLoading } = useAnswer<{ data: LinkFindings }>(
    withQuery(`${LINK_CHECKS}/${check.account.documentId}/findings`, { kind, website, after }),
  );
  const { findings = [], next } = answer?.data ?? {};
  return (
    <Flex direction="column" alignItems="stretch" gap={4} paddingTop={4}>
      <Typography textColor="neutral600">{text(`links.about.${kind}`)}</Typography>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isLoading && <Typography textColor="neutral600">{text('loading')}</Typography>}
      {answer && findings.length === 0 && <Typography>{text('links.nothing')}</Typography>}
      {findings.length > 0 && (
        <FindingsTable kind={kind} findings={findings} showsWebsites={check.websites.length > 1} />
      )}
      <PartsPager
        at={after}
        next={next}
        words={{ first: 'links.from-the-start', next: 'links.more' }}
        onChange={setAfter}
      />
    </Flex>
  );
};
