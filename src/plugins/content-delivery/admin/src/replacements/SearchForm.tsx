import type { FormEvent } from 'react';
import {
  Box,
  Button,
  Checkbox,
  Field,
  Flex,
  Grid,
  MultiSelect,
  MultiSelectOption,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Search as SearchIcon } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { MAX_SEARCH, REPLACED_FIELDS, type ReplaceScope } from '../../../contracts/replacements';
import { useText } from '../shared/text';

interface Props {
  scope: ReplaceScope;
  websites: readonly { documentId: string; name: string }[];
  mayPublish: boolean;
  isSearching: boolean;
  onChange(scope: ReplaceScope): void;
  onSearch(): void;
}

/** What to look for, where, and what it becomes. */
export const SearchForm = ({ scope, websites, mayPublish, isSearching, onChange, onSearch }: Props) => {
  const text = useText();
  const { formatList } = useIntl();
  const set = (change: Partial<ReplaceScope>) => onChange({ ...scope, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch();
  };
  const option = (name: 'matchCase' | 'wholeWords' | 'live') => (
    <Checkbox
      checked={scope[name]}
      onCheckedChange={(value: boolean | 'indeterminate') => set({ [name]: value === true })}
    >
      {text(`replace.${name}`)}
    </Checkbox>
  );
  const toggle = (field: ReplaceScope['fields'][number], isChosen: boolean) =>
    set({ fields: REPLACED_FIELDS.filter((one) => (one === field ? isChosen : scope.fields.includes(one))) });
  const isReady =
    scope.search !== '' &&
    scope.search !== scope.replace &&
    scope.fields.length > 0 &&
    scope.websites.length > 0;

  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={{ initial: 4, medium: 6 }}>
      <form onSubmit={submit}>
        <Flex direction="column" alignItems="stretch" gap={5}>
          <Grid.Root gap={4}>
            <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
              <Field.Root name="search" required hint={text('replace.search-hint')}>
                <Field.Label>{text('replace.search')}</Field.Label>
                <TextInput
                  value={scope.search}
                  maxLength={MAX_SEARCH}
                  autoComplete="off"
                  onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                    set({ search: event.target.value })
                  }
                />
                <Field.Hint />
              </Field.Root>
            </Grid.Item>
            <Grid.Item col={6} s={12} xs={12} direction="column" alignItems="stretch">
              <Field.Root name="replace" hint={text('replace.replace-hint')}>
                <Field.Label>{text('replace.replace')}</Field.Label>
                <TextInput
                  value={scope.replace}
                  maxLength={MAX_SEARCH}
                  autoComplete="off"
                  onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                    set({ replace: event.target.value })
                  }
                />
                <Field.Hint />
              </Field.Root>
            </Grid.Item>
          </Grid.Root>
          <Flex gap={6} wrap="wrap">
            {option('matchCase')}
            {option('wholeWords')}
          </Flex>
          <Flex
            direction="column"
            alignItems="stretch"
            gap={2}
            role="group"
            aria-label={text('replace.where')}
          >
            <Typography variant="pi" fontWeight="bold">
              {text('replace.where')}
            </Typography>
            <Flex gap={6} wrap="wrap">
              {REPLACED_FIELDS.map((field) => (
                <Checkbox
                  key={field}
                  checked={scope.fields.includes(field)}
                  onCheckedChange={(value: boolean | 'indeterminate') => toggle(field, value === true)}
                >
                  {text(`replace.field.${field}`)}
                </Checkbox>
              ))}
            </Flex>
          </Flex>
          <Field.Root name="websites" required>
            <Field.Label>{text('websites.title')}</Field.Label>
            <MultiSelect
              customizeContent={(chosen?: string[]) =>
                formatList(
                  websites.flatMap(({ documentId, name }) => (chosen?.includes(documentId) ? [name] : [])),
                )
              }
              clearLabel={text('replace.clear-websites')}
              placeholder={text('replace.choose-websites')}
              value={scope.websites}
              onChange={(chosen: string[]) => set({ websites: chosen })}
              onClear={() => set({ websites: [] })}
            >
              {websites.map(({ documentId, name }) => (
                <MultiSelectOption key={documentId} value={documentId}>
                  {name}
                </MultiSelectOption>
              ))}
            </MultiSelect>
          </Field.Root>
          {mayPublish && option('live')}
          <Flex>
            <Button type="submit" startIcon={<SearchIcon />} disabled={!isReady} loading={isSearching}>
              {text('replace.look')}
            </Button>
          </Flex>
        </Flex>
      </form>
    </Box>
  );
};
