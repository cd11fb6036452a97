import { Grid, Tabs, Typography } from '@strapi/design-system';
import { useSearchParams } from 'react-router-dom';
import { LINK_FINDING_KINDS, type LinkCheck, type LinkFindingKind } from '../../../contracts/links';
import { useAnswer } from '../shared/api/use-answer';
import { GridSelect } from '../shared/GridSelect';
import { Notice } from '../shared/Notice';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { CheckState, isUnderWay } from './CheckState';
import { Findings } from './Findings';
import { LINK_CHECKS } from './paths';
import { PanelPage } from '../shared/PanelPage';

/** Milliseconds between two looks at a check that is under way. */
const INTERVAL = 1_000;
/** Everything: an option needs a value. */
const ALL = 'all';

/** What is wrong with the links of an account's websites. What is shown is in the address. */
export const LinksPage = () => {
  const text = useText();
  const shown = useShownWebsite();
  const [parameters, setParameters] = useSearchParams();
  const { answer, problem, isLoading, reload } = useAnswer<{ data: LinkCheck[] }>(LINK_CHECKS, ({ data }) =>
    data.some(isUnderWay) ? INTERVAL : null,
  );
  const checks = answer?.data ?? [];
  const check =
    checks.find(({ account }) => account.documentId === parameters.get('account')) ??
    checks.find(({ websites }) => websites.some(({ documentId }) => documentId === shown?.documentId)) ??
    checks[0];
  const wanted = parameters.get('website') ?? shown?.documentId;
  const website = check?.websites.find(({ documentId }) => documentId === wanted);
  /** What is counted is that of all websites of the account. */
  const isOfAll = website === undefined || check?.websites.length === 1;
  const kind = LINK_FINDING_KINDS.find((one) => one === parameters.get('kind')) ?? 'dead-link';
  const change = (name: 'account' | 'website' | 'kind', value: string) => {
    const next = new URLSearchParams(parameters);
    if (name === 'account') next.delete('website');
    next.set(name, value);
    setParameters(next, { replace: true });
  };

  return (
    <PanelPage title={text('links.title')} subtitle={text('links.subtitle')} gap={5}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isLoading && <Typography textColor="neutral600">{text('loading')}</Typography>}
      {answer && !check && <Typography>{text('links.no-account')}</Typography>}
      {check && (checks.length > 1 || check.websites.length > 1) && (
        <Grid.Root gap={4}>
          {checks.length > 1 && (
            <GridSelect
              name="links-account"
              label={text('links.account')}
              value={check.account.documentId}
              options={checks.map(({ account }) => [account.documentId, account.name])}
              onChange={(value) => change('account', value)}
            />
          )}
          {check.websites.length > 1 && (
            <GridSelect
              name="links-website"
              label={text('website')}
              value={website?.documentId ?? ALL}
              options={[
                [ALL, text('switch.every')],
                ...check.websites.map(({ documentId, name }) => [documentId, name] as const),
              ]}
              onChange={(value) => change('website', value)}
            />
          )}
        </Grid.Root>
      )}
      {check && <CheckState key={check.account.documentId} check={check} onStarted={reload} />}
      {check && check.checkedAt !== null && (
        <Tabs.Root variant="simple" value={kind} onValueChange={(value: string) => change('kind', value)}>
          <Tabs.List aria-label={text('links.title')}>
            {LINK_FINDING_KINDS.map((one) => (
              <Tabs.Trigger key={one} value={one}>
                {isOfAll
                  ? text('links.counted', { kind: text(`links.kind.${one}`), count: check.counts[one] })
                  : text(`links.kind.${one}`)}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          {LINK_FINDING_KINDS.map((one: LinkFindingKind) => (
            <Tabs.Content key={one} value={one}>
              {one === kind && (
                <Findings
                  key={`${check.account.documentId} ${check.checkedAt} ${website?.documentId ?? ''}`}
                  kind={kind}
                  check={check}
                  website={website?.documentId ?? ''}
                />
              )}
            </Tabs.Content>
          ))}
        </Tabs.Root>
      )}
    </PanelPage>
  );
};
