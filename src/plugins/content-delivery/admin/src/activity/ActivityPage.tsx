import { Typography } from '@strapi/design-system';
import { useSearchParams } from 'react-router-dom';
import type { ActivityList } from '../../../contracts/activity';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { Notice } from '../shared/Notice';
import { PartsPager } from '../shared/PartsPager';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useText } from '../shared/text';
import { ActivityFilters, type FilterName } from './ActivityFilters';
import { ActivityTable } from './ActivityTable';
import { PanelPage } from '../shared/PanelPage';

const FILTERS: readonly FilterName[] = ['website', 'type', 'person', 'from', 'to'];

/** The first moment of a day here, or of one some days later; empty for no day. */
const startOf = (day: string, later = 0): string => {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date + later);
  return Number.isNaN(start.getTime()) || year < 1900 ? '' : start.toISOString();
};

/** Who has done what, when and from where. What is asked for is in the address. */
export const ActivityPage = () => {
  const text = useText();
  const [parameters, setParameters] = useSearchParams();
  const values = Object.fromEntries(FILTERS.map((name) => [name, parameters.get(name) ?? ''])) as Record<
    FilterName,
    string
  >;
  const before = parameters.get('before') ?? '';
  const change = (name: FilterName | 'before', value: string) => {
    const next = new URLSearchParams(parameters);
    next.delete('before');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setParameters(next);
  };
  const { website, type, person, from, to } = values;
  const { answer, latest, problem, isLoading } = useAnswer<{ data: ActivityList }>(
    withQuery(`/${PLUGIN_ID}/activity`, {
      website,
      type,
      person,
      from: startOf(from),
      to: startOf(to, 1),
      before,
    }),
  );

  const lines = answer?.data.lines ?? [];
  return (
    <PanelPage title={text('activity.title')} subtitle={text('activity.subtitle')}>
      <ActivityFilters values={values} people={latest?.data.people ?? []} onChange={change} />
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isLoading && <Typography textColor="neutral600">{text('loading')}</Typography>}
      {answer && lines.length === 0 && <Typography>{text('activity.empty')}</Typography>}
      {lines.length > 0 && <ActivityTable lines={lines} />}
      <PartsPager at={before} next={answer?.data.next} onChange={(at) => change('before', at)} />
    </PanelPage>
  );
};
