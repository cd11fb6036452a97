import { Combobox, ComboboxOption, Field } from '@strapi/design-system';
import { useText } from '../shared/text';
import type { Campaign } from './use-campaigns';

interface Props {
  campaigns: readonly Campaign[];
  value: string;
  hint?: string;
  onChange(documentId: string): void;
}

/** Picks one of the campaigns by typing a part of its name or its website's. */
export const CampaignSelect = ({ campaigns, value, hint, onChange }: Props) => {
  const text = useText();
  const hasWebsites = new Set(campaigns.map(({ website }) => website.documentId)).size > 1;
  return (
    <Field.Root name="campaign" hint={hint}>
      <Field.Label>{text('pseo.campaign')}</Field.Label>
      <Combobox
        value={value}
        autocomplete={{ type: 'list', filter: 'contains' }}
        placeholder={text('pseo.choose-campaign')}
        noOptionsMessage={() => text('pseo.no-campaign-found')}
        clearLabel={text('clear')}
        onChange={(chosen?: string) => onChange(chosen ?? '')}
        onClear={() => onChange('')}
      >
        {campaigns.map(({ documentId, name, website }) => (
          <ComboboxOption key={documentId} value={documentId}>
            {hasWebsites ? text('pseo.campaign-of', { name, website: website.name }) : name}
          </ComboboxOption>
        ))}
      </Combobox>
      <Field.Hint />
    </Field.Root>
  );
};
