import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button, Field, Flex, SingleSelect, SingleSelectOption, Typography } from '@strapi/design-system';
import { Play } from '@strapi/icons';
import type { WebsiteOverview } from '../../../../../contracts/websites';
import { DELIVERY_PATHS } from '../../../../../contracts/delivery';
import { Notice } from '../../../shared/Notice';
import { serverOfPanel } from '../../../shared/server-of-panel';
import { Section } from '../../../shared/Section';
import { useText } from '../../../shared/text';
import { useReadApiKey } from '../../../edit-view/website-key/useApiKey';
import { Code } from '../../../shared/Code';
import { routeAddress } from '../route-address';
import type { SuggestionKind } from '../useSuggestions';
import { AnswerView } from './AnswerView';
import { callRoute, type RouteAnswer } from './call-route';
import { Parameter } from './Parameter';

type Route = keyof typeof DELIVERY_PATHS;
type ParameterName = 'slug' | 'campaignId';

/** The parameters of each route, and where their suggestions come from. */
const PARAMETERS: Record<Route, Partial<Record<ParameterName, SuggestionKind>>> = {
  blog: { slug: 'posts' },
  taxonomies: {},
  internalLinks: {},
  pseoPages: { slug: 'pages', campaignId: 'campaigns' },
  website: {},
  redirects: {},
  changes: {},
};
const ROUTES = Object.keys(PARAMETERS) as Route[];

const NOTHING: Record<ParameterName, string> = { slug: '', campaignId: '' };

type Outcome = { kind: 'answer'; address: string; answer: RouteAnswer } | { kind: 'failed'; address: string };

/** Calls the website's routes from the browser, with its key. */
export const TryIt = ({ website, mayReveal }: { website: WebsiteOverview; mayReveal: boolean }) => {
  const text = useText();
  const readKey = useReadApiKey(website.documentId);
  const [route, setRoute] = useState<Route>('blog');
  const [values, setValues] = useState(NOTHING);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isCalling, setCalling] = useState(false);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  if (!mayReveal) return <Notice tone="warning">{text('try-it.no-permission')}</Notice>;

  const names = Object.keys(PARAMETERS[route]) as ParameterName[];
  const asked = Object.fromEntries(names.map((name) => [name, values[name]]));
  const path = DELIVERY_PATHS[route];
  const mask = website.keys?.current?.mask ?? '…';
  // The key stays masked on the page.
  const shownAddress = routeAddress(serverOfPanel(), path, { mask }, asked);

  const call = async (event: FormEvent) => {
    event.preventDefault();
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setCalling(true);
    // Read each time, as it may have been rotated meanwhile.
    const apiKey = await readKey();
    try {
      if (apiKey === null) return;
      const answer = await callRoute(
        routeAddress(serverOfPanel(), path, { apiKey }, asked),
        controller.signal,
      );
      setOutcome({ kind: 'answer', address: shownAddress, answer });
    } catch {
      if (!controller.signal.aborted) setOutcome({ kind: 'failed', address: shownAddress });
    } finally {
      if (running.current === controller) setCalling(false);
    }
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      <Section title={text('try-it.request')} about={text('try-it.about')}>
        <form onSubmit={(event) => void call(event)}>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Field.Root name="route" width="100%">
              <Field.Label>{text('try-it.route')}</Field.Label>
              <SingleSelect
                value={route}
                onChange={(value: string | number) => {
                  setRoute(value as Route);
                  setValues(NOTHING);
                }}
              >
                {ROUTES.map((one) => (
                  <SingleSelectOption key={one} value={one}>
                    {text(`try-it.route.${one}`, { path: DELIVERY_PATHS[one] })}
                  </SingleSelectOption>
                ))}
              </SingleSelect>
            </Field.Root>
            {names.map((name) => (
              <Parameter
                key={`${route}-${name}`}
                website={website.documentId}
                name={name}
                suggestions={PARAMETERS[route][name] ?? 'posts'}
                value={values[name]}
                onChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
              />
            ))}
            <Code label={text('try-it.address')}>{`GET ${shownAddress}`}</Code>
            <Flex>
              <Button type="submit" startIcon={<Play />} loading={isCalling}>
                {text('try-it.send')}
              </Button>
            </Flex>
          </Flex>
        </form>
      </Section>
      {outcome && (
        <Section
          title={text('try-it.answer')}
          about={
            <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
              {`GET ${outcome.address}`}
            </Typography>
          }
        >
          {outcome.kind === 'answer' ? (
            <AnswerView answer={outcome.answer} />
          ) : (
            <Notice tone="danger">{text('try-it.failed')}</Notice>
          )}
        </Section>
      )}
    </Flex>
  );
};
