import { useState } from 'react';
import {
  Box,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Grid,
  TextInput,
  Typography,
} from '@strapi/design-system';
import type { TextOfPage } from '../../../../contracts/campaigns';
import { Notice } from '../../shared/Notice';
import { previewDocument } from '../../shared/preview-document';
import { SandboxedFrame } from '../../shared/SandboxedFrame';
import { ModalDialog } from '../../shared/ModalDialog';
import { withoutSlash } from '../../shared/without-slash';
import { SearchPreview } from '../search-result/SearchPreview';
import { useText } from '../../shared/text';
import { Faults } from './Faults';
import { usePages } from './use-pages';
import { usePreview } from './use-preview';

type Texts = Partial<Record<TextOfPage, string>>;

interface Props {
  campaign: string | null;
  /** Those of the form; null for the saved ones. */
  templates: Texts | null;
  /** Variables that the templates use. */
  variableNames: readonly string[];
  /** The page that is shown, as its form has it; else one can be chosen. */
  fixed?: { page: string | null; variables: Record<string, string>; texts: Texts };
  onClose(): void;
}

/** A page as it would be, beside its search result. The page is shown without rights, and nothing in it runs. */
export const PreviewDialog = ({ campaign, templates, variableNames, fixed, onClose }: Props) => {
  const text = useText();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [typed, setTyped] = useState<Record<string, string>>({});
  const { pages, isLoading, isKnown } = usePages(fixed ? null : campaign, search);
  const page = fixed ? fixed.page : (chosen ?? pages[0]?.documentId ?? null);
  const examples = Object.fromEntries(variableNames.map((name) => [name, typed[name] ?? name]));
  const { preview, problem } = usePreview(
    isKnown || fixed
      ? {
          campaign,
          templates,
          page,
          variables: fixed ? fixed.variables : page === null ? examples : null,
          texts: fixed ? fixed.texts : null,
        }
      : null,
  );
  const texts = preview?.rendered?.texts;
  const site = preview?.website ?? null;
  const address = `${withoutSlash(site?.url ?? '')}/${texts?.slug ?? ''}`;

  return (
    <ModalDialog title={text('preview.title')} scrolls isWide onClose={onClose}>
      <Typography textColor="neutral600">{text('campaign.preview.about')}</Typography>
      {!fixed && (page !== null || search !== '') && (
        <Field.Root name="preview-page">
          <Field.Label>{text('campaign.preview.page')}</Field.Label>
          <Combobox
            value={page ?? ''}
            autocomplete="none"
            loading={isLoading}
            loadingMessage={text('loading')}
            placeholder={text('pseo.list.search')}
            noOptionsMessage={() => text('campaign.preview.no-option')}
            clearLabel={text('clear')}
            onInputChange={(event: React.ChangeEvent<HTMLInputElement>) => setSearch(event.target.value)}
            onChange={(value?: string) => {
              setChosen(value ?? null);
              setSearch('');
            }}
          >
            {pages.map(({ documentId, slug }) => (
              <ComboboxOption key={documentId} value={documentId}>
                {slug ?? text('pseo.list.no-slug')}
              </ComboboxOption>
            ))}
          </Combobox>
        </Field.Root>
      )}
      {!fixed && isKnown && page === null && search === '' && (
        <Box>
          <Typography tag="p" paddingBottom={3}>
            {text('campaign.preview.no-page')}
          </Typography>
          <Grid.Root gap={3}>
            {variableNames.map((name) => (
              <Grid.Item key={name} col={4} s={6} xs={12} direction="column" alignItems="stretch">
                <Field.Root name={`preview-${name}`}>
                  <Field.Label>{name}</Field.Label>
                  <TextInput
                    value={typed[name] ?? name}
                    onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                      setTyped({ ...typed, [name]: event.target.value })
                    }
                  />
                </Field.Root>
              </Grid.Item>
            ))}
          </Grid.Root>
        </Box>
      )}
      {problem !== null && <Notice tone="warning">{problem}</Notice>}
      <Faults faults={preview?.faults ?? []} />
      {texts && (
        <>
          <SearchPreview
            address={address}
            site={site?.name ?? text('search-result.site')}
            title={texts.metaTitle ?? text('campaign.preview.no-title')}
            description={texts.metaDescription ?? text('campaign.preview.no-description')}
          />
          <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
            {text('post-copy.slug', { slug: texts.slug ?? text('campaign.preview.no-slug') })}
          </Typography>
          <Flex direction="column" alignItems="stretch" gap={2}>
            <Typography variant="sigma" textColor="neutral600" tag="h3">
              {text('campaign.preview.frame')}
            </Typography>
            {texts.html === null ? (
              <Typography textColor="neutral600">{text('campaign.preview.empty')}</Typography>
            ) : (
              <SandboxedFrame title={text('campaign.preview.frame')} document={previewDocument(texts.html)} />
            )}
            <Typography variant="pi" textColor="neutral600">
              {text('campaign.preview.frame-about')}
            </Typography>
          </Flex>
        </>
      )}
    </ModalDialog>
  );
};
