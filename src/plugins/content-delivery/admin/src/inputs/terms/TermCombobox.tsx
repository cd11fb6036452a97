import { useEffect, useLayoutEffect, useState } from 'react';
import { Combobox, ComboboxOption } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useDebounce, useRBAC } from '@strapi/strapi/admin';
import { slugFromName } from '../../../../contracts/delivery';
import type { TermPage } from '../../../../contracts/editing';
import { TERM_TYPES, useCreateTermMutation, useGetTermsQuery, type TermKind } from '../../shared/api/queries';
import { reasonOf } from '../../shared/api/errors';
import { useText } from '../../shared/text';
import type { Pick } from '../../shared/relation-value';

const CREATE = 'plugin::content-manager.explorer.create';
const SEARCH_DELAY_MS = 200;

const NOTHING_YET: TermPage = { terms: [], hasMore: false };

interface Props {
  kind: TermKind;
  website: string;
  /** Not offered, as it is picked already. */
  picked: readonly Pick[];
  disabled?: boolean;
  placeholder?: string;
  onPick: (term: Pick) => void;
  /** What went wrong with creating one, in words; null when nothing did. */
  onProblem: (problem: string | null) => void;
}

/** May the signed-in user make categories or tags? */
export const useMayCreate = (kind: TermKind): boolean => {
  const { isLoading, allowedActions } = useRBAC([{ action: CREATE, subject: TERM_TYPES[kind] }]);
  return !isLoading && Boolean(allowedActions['canCreate']);
};

/** Searches the categories or tags of one website, and makes one of the typed name. */
export const TermCombobox = ({ kind, website, picked, disabled, placeholder, onPick, onProblem }: Props) => {
  const text = useText();
  const mayCreate = useMayCreate(kind);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useDebounce(typed, SEARCH_DELAY_MS) as string;
  useEffect(() => setPage(1), [search, website]);
  const { currentData, isFetching } = useGetTermsQuery({ kind, website, search, page }, { skip: !isOpen });
  const { terms, hasMore } = currentData ?? NOTHING_YET;
  const [create, { isLoading: isCreating }] = useCreateTermMutation();

  const isPicked = (term: Pick) => picked.some((one) => one.documentId === term.documentId);
  const offered = terms.filter((term) => !isPicked(term));
  const name = typed.trim();
  // Two names with one address would be one page to front ends, so the second can not be made.
  const isKnown = [...terms, ...picked].some((term) => slugFromName(term.name) === slugFromName(name));

  const choose = (term: Pick) => {
    onProblem(null);
    onPick(term);
  };
  // The combobox writes the chosen name into its input; here that is a list of its own.
  const pickedIds = picked.map(({ documentId }) => documentId).join(' ');
  useLayoutEffect(() => setTyped(''), [pickedIds]);

  const createTyped = async () => {
    if (name === '' || isKnown || isCreating) return;
    setOpen(false);
    const answer = await create({ kind, website, name });
    if ('data' in answer && answer.data) choose(answer.data);
    else onProblem(reasonOf('error' in answer ? answer.error : null) ?? text('terms.not-created', { name }));
  };

  return (
    <Combobox
      autocomplete={{ type: 'list', filter: 'contains' }}
      creatable={mayCreate && name !== '' && !isKnown ? 'visible' : false}
      creatableStartIcon={<Plus fill="primary600" />}
      createMessage={() => text(`terms.create-${kind}`, { name })}
      onCreateOption={() => void createTyped()}
      disabled={disabled || isCreating}
      hasMoreItems={hasMore}
      loading={isCreating || (isOpen && isFetching && terms.length === 0)}
      loadingMessage={text('terms.loading')}
      noOptionsMessage={() => text(search ? `terms.no-${kind}-found` : `terms.no-${kind}`)}
      onLoadMore={() => setPage(page + 1)}
      onInputChange={() => setOpen(true)}
      onOpenChange={setOpen}
      open={isOpen}
      placeholder={placeholder ?? text(mayCreate ? `terms.search-or-create-${kind}` : `terms.search-${kind}`)}
      textValue={typed}
      onTextValueChange={(value = '') => setTyped(value)}
      value=""
      onChange={(documentId?: string) => {
        const term = offered.find((one) => one.documentId === documentId);
        if (term) choose(term);
      }}
    >
      {offered.map((term) => (
        <ComboboxOption key={term.documentId} value={term.documentId} textValue={term.name}>
          {term.name}
        </ComboboxOption>
      ))}
    </Combobox>
  );
};
