import { Box, Field, Grid } from '@strapi/design-system';
import { ACTIVITY_TYPES, type ActivityList } from '../../../contracts/activity';
import { GridSelect } from '../shared/GridSelect';
import { NativeInput } from '../shared/NativeInput';
import { useText } from '../shared/text';
import { useWebsites } from '../shared/useWebsites';

export type FilterName = 'website' | 'type' | 'person' | 'from' | 'to';

interface Props {
  values: Readonly<Record<FilterName, string>>;
  people: ActivityList['people'];
  onChange(name: FilterName, value: string): void;
}

/** Everything: an option needs a value. */
const ALL = 'all';

/** Which lines are listed. */
export const ActivityFilters = ({ values, people, onChange }: Props) => {
  const text = useText();
  const websites = useWebsites().answer?.data ?? [];
  const choice = (name: 'website' | 'type' | 'person', options: (readonly [string, string])[]) => (
    <GridSelect
      name={`activity-${name}`}
      label={text(`activity.filter.${name}`)}
      value={values[name] || ALL}
      options={[[ALL, text(`activity.filter.every-${name}`)], ...options]}
      onChange={(value) => onChange(name, value === ALL ? '' : value)}
    />
  );
  const day = (name: 'from' | 'to') => (
    <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
      <Field.Root name={`activity-${name}`}>
        <Field.Label>{text(`activity.filter.${name}`)}</Field.Label>
        <NativeInput type="date" value={values[name]} onChange={(value) => onChange(name, value)} />
      </Field.Root>
    </Grid.Item>
  );
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Grid.Root gap={4}>
        {websites.length > 0 &&
          choice(
            'website',
            websites.map(({ documentId, name }) => [documentId, name]),
          )}
        {choice(
          'type',
          ACTIVITY_TYPES.map((type) => [type, text(`activity.type.${type}`)]),
        )}
        {choice(
          'person',
          people.map(({ id, name }) => [String(id), name || text('activity.no-name')]),
        )}
        {day('from')}
        {day('to')}
      </Grid.Root>
    </Box>
  );
};
