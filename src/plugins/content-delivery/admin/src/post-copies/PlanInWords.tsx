import { Flex, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { CopiedTerm, PostCopyPlan } from '../../../contracts/post-copies';
import { useQuote } from '../shared/lists';
import { useText } from '../shared/text';

interface Props {
  plan: PostCopyPlan;
  /** False before the copy is made. */
  isMade: boolean;
}

const OUTCOMES: readonly CopiedTerm['becomes'][] = ['matched', 'made', 'left-out'];

/** What a copy has of the post, and what it goes without. */
export const PlanInWords = ({ plan, isMade }: Props) => {
  const text = useText();
  const quote = useQuote();
  const { formatList, formatMessage } = useIntl();
  const tense = isMade ? 'done' : 'planned';
  const termsInWords = (becomes: CopiedTerm['becomes']): string =>
    formatList(plan.terms.filter((term) => term.becomes === becomes).map(({ name }) => quote(name)));
  const labelOf = (field: string): string =>
    formatMessage({ id: `content-delivery.post-copy.field.${field}`, defaultMessage: field });

  const lines = [
    plan.slug === null ? text('post-copy.no-slug') : text('post-copy.slug', { slug: plan.slug }),
    ...OUTCOMES.flatMap((becomes) => {
      const names = termsInWords(becomes);
      return names === '' ? [] : [text(`post-copy.terms.${becomes}.${tense}`, { names })];
    }),
    ...(plan.files.length > 0
      ? [text('post-copy.files', { count: plan.files.length, names: formatList(plan.files) })]
      : []),
    ...(plan.leftOut.length > 0
      ? [text(`post-copy.left-out.${tense}`, { fields: formatList(plan.leftOut.map(labelOf)) })]
      : []),
    ...(isMade ? [] : [text('post-copy.links-stay')]),
  ];
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2} aria-live="polite">
      {lines.map((line) => (
        <Typography key={line} tag="li" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Typography>
      ))}
    </Flex>
  );
};
