import { useState } from 'react';
import {
  Box,
  Field,
  Grid,
  Searchbar,
  SearchForm,
  SingleSelect,
  SingleSelectOption,
} from '@strapi/design-system';
import { PAGE_STATES, type PageCounts } from '../../../../contracts/pseo-pages';
import { useText } from '../../shared/text';
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
          <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
            <Field.Root name="website">
              <Field.Label>{text('pseo.website')}</Field.Label>
              <SingleSelect
                value={website}
                onChange={(value: string | number) => onChange({ website: String(value), campaign: '' })}
              >
                {websites.map(({ documentId, name }) => (
                  <SingleSelectOption key={documentId} value={documentId}>
                    {name}
                  </SingleSelectOption>
                ))}
              </SingleSelect>
            </Field.Root>
          </Grid.Item>
        )}
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <Field.Root name="campaign">
            <Field.Label>{text('pseo.campaign')}</Field.Label>
            <SingleSelect
              value={campaign || ALL}
              onChange={(value: string | number) =>
                onChange({ website, campaign: value === ALL ? '' : String(value) })
              }
            >
              <SingleSelectOption value={ALL}>{text('pseo.list.all-campaigns')}</SingleSelectOption>
              {campaigns.map(({ documentId, name }) => (
                <SingleSelectOption key={documentId} value={documentId}>
                  {name}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Grid.Item>
        <Grid.Item col={3} s={6} xs={12} direction="column" alignItems="stretch">
          <Field.Root name="state">
            <Field.Label>{text('pseo.list.state')}</Field.Label>
            <SingleSelect
              value={state || ALL}
              onChange={(value: string | number) => onChange({ state: value === ALL ? '' : String(value) })}
            >
              <SingleSelectOption value={ALL}>{counted('all')}</SingleSelectOption>
              {PAGE_STATES.map((one) => (
                <SingleSelectOption key={one} value={one}>
                  {counted(one)}
                </SingleSelectOption>
              ))}
            </SingleSelect>
          </Field.Root>
        </Grid.Item>
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
              clearLabel={text('pseo.clear')}
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
