import { useState } from 'react';
import { Box, Grid, Searchbar, SearchForm } from '@strapi/design-system';
import { PAGE_STATES, type PageCounts } from '../../../../contracts/pseo-pages';
import { useText } from '../../shared/text';
import { GridSelect } from '../../shared/GridSelect';
import type { Campaign } from '../use-campaigns';

type Change = Partial<Record<'website' | 'campaign' | 'state' | 'search', string>>;

interface Props {
  websites: readonly Campaign['website'][];
  website: string;
  campaigns: readonly Campaign[];
  campaign: string;
  state: string;
  search: string;
  counts: PageCounts | null;
  onChange(change: Change): void;
}

/** Every campaign, every state: an option needs a value. */
const ALL = 'all';
const orNone = (value: string): string => (value === ALL ? '' : value);
const named = ({ documentId, name }: { documentId: string; name: string }) => [documentId, name] as const;

/** Which pages are listed. */
export const Filters = ({
  websites,
  website,
  campaigns,
  campaign,
  state,
  search,
  counts,
  onChange,
}: Props) => {
  const text = useText();
  const [typed, setTyped] = useState(search);
  const counted = (name: 'all' | (typeof PAGE_STATES)[number]) =>
    counts
      ? text('pseo.list.state-count', { state: text(`pseo.state.${name}`), count: counts[name] })
      : text(`pseo.state.${name}`);

  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4}>
      <Grid.Root gap={4}>
        {websites.length > 1 && (
          <GridSelect
            name="website"
            label={text('website')}
            value={website}
            options={websites.map(named)}
            onChange={(value) => onChange({ website: value, campaign: '' })}
          />
        )}
        <GridSelect
          name="campaign"
          label={text('pseo.campaign')}
          value={campaign || ALL}
          options={[[ALL, text('pseo.list.all-campaigns')], ...campaigns.map(named)]}
          onChange={(value) => onChange({ website, campaign: orNone(value) })}
        />
        <GridSelect
          name="state"
          label={text('pseo.list.column.state')}
          value={state || ALL}
          options={(['all', ...PAGE_STATES] as const).map((one) => [one, counted(one)])}
          onChange={(value) => onChange({ state: orNone(value) })}
        />
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch" justifyContent="flex-end">
          <SearchForm
            onSubmit={(event) => {
              event.preventDefault();
              onChange({ search: typed.trim() });
            }}
          >
            <Searchbar
              name="page-search"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onClear={() => {
                setTyped('');
                onChange({ search: '' });
              }}
              clearLabel={text('clear')}
              placeholder={text('pseo.list.search-placeholder')}
            >
              {text('pseo.list.search')}
            </Searchbar>
          </SearchForm>
        </Grid.Item>
      </Grid.Root>
    </Box>
  );
};
