import {
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Grid,
  NumberInput,
  Typography,
} from '@strapi/design-system';
import {
  DRIP_ORDERS,
  MAX_AT_A_TIME,
  type Drip,
  type DripOrder,
  type DripPreview,
  type TimeZones,
} from '../../../../contracts/pseo-drips';
import { NativeInput } from '../../shared/NativeInput';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useAnswer } from '../../shared/api/use-answer';
import { usePosted } from '../../shared/api/use-posted';
import { useSend } from '../../shared/api/use-send';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { GridSelect } from '../../shared/GridSelect';
import { Section } from '../../shared/Section';
import { usePlan } from './use-plan';

interface Props {
  campaign: string;
  /** The drip that the plan is changed of; null for a new one. */
  drip: Drip | null;
  onChanged(): void;
}

/** Milliseconds without typing after which the preview is asked for. */
const PAUSE = 400;
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const IS_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Plans a drip: how many pages, how often, when; with what comes of it. */
export const DripForm = ({ campaign, drip, onChanged }: Props) => {
  const text = useText();
  const { plan, from, change, take, saved, isUnchanged, isOutdated } = usePlan(drip?.plan ?? null);
  const { send, isSending, problem, forget } = useSend();
  const zones = useAnswer<{ data: TimeZones }>(`/${PLUGIN_ID}/pseo-drips/time-zones`);
  const names = new Set([plan.timeZone, ...(zones.answer?.data ?? [])]);

  const amountProblem =
    Number.isInteger(plan.amount) && plan.amount >= 1 && plan.amount <= MAX_AT_A_TIME
      ? undefined
      : text('pseo.drip.amount-problem', { most: MAX_AT_A_TIME });
  const timeProblem = IS_TIME.test(plan.time) ? undefined : text('pseo.drip.time-problem');
  const isComplete = !amountProblem && !timeProblem;
  const { latest, latestProblem } = usePosted<DripPreview>(
    `/${PLUGIN_ID}/pseo-drips/preview`,
    isComplete ? { campaign, plan } : null,
    PAUSE,
  );
  const preview = isComplete && latestProblem === null ? latest : null;

  const save = async () => {
    const path = `/${PLUGIN_ID}/pseo-drips`;
    const answer = drip
      ? await send({ method: 'put', path: `${path}/${drip.documentId}`, body: { plan, from } })
      : await send({ method: 'post', path, body: { campaign, plan } });
    if (answer) saved(plan);
    // A refusal says that the plan has changed, and without an answer it may have.
    onChanged();
  };

  return (
    <Section
      title={text(drip ? 'pseo.drip.plan' : 'pseo.drip.new')}
      about={drip ? undefined : text('pseo.drip.new-about')}
    >
      <Grid.Root gap={4}>
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <Field.Root name="amount" required error={amountProblem}>
            <Field.Label>{text('pseo.drip.amount')}</Field.Label>
            <NumberInput
              value={Number.isNaN(plan.amount) ? undefined : plan.amount}
              onValueChange={(value: number | undefined) => change({ amount: value ?? Number.NaN })}
            />
            <Field.Error />
          </Field.Root>
        </Grid.Item>
        <GridSelect
          name="every"
          label={text('pseo.drip.every')}
          value={plan.every}
          options={(['day', 'week'] as const).map((every) => [every, text(`pseo.drip.every.${every}`)])}
          onChange={(value) =>
            change(value === 'week' ? { every: 'week', weekday: 1 } : { every: 'day', weekday: null })
          }
        />
        {plan.every === 'week' && (
          <GridSelect
            name="weekday"
            label={text('pseo.drip.weekday')}
            value={String(plan.weekday)}
            options={WEEKDAYS.map((day) => [String(day), text(`pseo.drip.weekday.${day}`)])}
            onChange={(value) => change({ weekday: Number(value) })}
          />
        )}
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <Field.Root name="time" required error={timeProblem}>
            <Field.Label>{text('pseo.drip.time')}</Field.Label>
            <NativeInput type="time" value={plan.time} onChange={(time) => change({ time })} />
            <Field.Error />
          </Field.Root>
        </Grid.Item>
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <Field.Root name="timeZone">
            <Field.Label>{text('pseo.drip.time-zone')}</Field.Label>
            <Combobox
              value={plan.timeZone}
              autocomplete={{ type: 'list', filter: 'contains' }}
              clearLabel={text('clear')}
              onChange={(value?: string) => value && change({ timeZone: value })}
            >
              {[...names].map((name) => (
                <ComboboxOption key={name} value={name}>
                  {name}
                </ComboboxOption>
              ))}
            </Combobox>
          </Field.Root>
        </Grid.Item>
        <GridSelect
          name="order"
          label={text('pseo.drip.order')}
          value={plan.order}
          options={DRIP_ORDERS.map((order) => [order, text(`pseo.drip.order.${order}`)])}
          onChange={(value) => change({ order: value as DripOrder })}
        />
      </Grid.Root>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {isOutdated && (
        <Notice
          tone="warning"
          action={
            <Button
              size="S"
              variant="secondary"
              onClick={() => {
                forget();
                take();
              }}
            >
              {text('pseo.drip.take-newer')}
            </Button>
          }
        >
          {text('pseo.drip.newer')}
        </Notice>
      )}
      {latestProblem !== null && problem === null && <Notice tone="danger">{latestProblem}</Notice>}
      {preview && <Preview preview={preview} timeZone={plan.timeZone} isNew={drip === null} />}
      <Flex justifyContent="flex-end">
        <Button
          loading={isSending}
          disabled={!isComplete || isUnchanged || isOutdated || (drip === null && preview?.pages === 0)}
          onClick={() => void save()}
        >
          {text(drip ? 'pseo.drip.save' : 'pseo.drip.start')}
        </Button>
      </Flex>
    </Section>
  );
};

const Preview = ({
  preview,
  timeZone,
  isNew,
}: {
  preview: DripPreview;
  timeZone: string;
  isNew: boolean;
}) => {
  const text = useText();
  const moment = useMoment(timeZone);
  const { pages, times, next, lastAt } = preview;
  if (pages === 0 || lastAt === null) {
    return <Notice tone="info">{text(isNew ? 'pseo.drip.no-drafts' : 'pseo.drip.none-waiting')}</Notice>;
  }
  return (
    <Notice tone="info">
      <Flex direction="column" alignItems="flex-start" gap={1}>
        <Typography tag="span" fontWeight="bold">
          {text('pseo.drip.preview', { pages, times, last: moment(lastAt) })}
        </Typography>
        <Typography tag="span" variant="pi">
          {text('pseo.drip.preview-next', { moments: next.map(moment).join('; ') })}
        </Typography>
      </Flex>
    </Notice>
  );
};
