import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Box, Combobox, ComboboxOption } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useDebounce, useRBAC } from '@strapi/strapi/admin';
import type { TermPage } from '../../../../contracts/editing';
import { PART_OF_INPUT } from '../../edit-view/finish-input';
import { TERM_TYPES, useGetTermsQuery, type TermKind } from '../../shared/api/queries';
import { useText } from '../../shared/text';
import type { Pick } from '../../shared/relation-value';
import { isSameTerm } from './use-term-by-name';
import { useTypedTerms, type TermTarget } from './use-typed-terms';

const CREATE = 'plugin::content-manager.explorer.create';
const SEARCH_DELAY_MS = 200;

const NOTHING_YET: TermPage = { terms: [], hasMore: false };

interface Props extends TermTarget {
  disabled?: boolean;
  placeholder?: string;
}

/** May the signed-in user make categories, tags or authors? */
export const useMayCreate = (kind: TermKind): boolean => {
  const { isLoading, allowedActions } = useRBAC([{ action: CREATE, subject: TERM_TYPES[kind] }]);
  return !isLoading && Boolean(allowedActions['canCreate']);
};

/** Searches the categories, tags or authors of one website, and makes one of the typed name: by Enter, by leaving the input, for tags by a comma too. */
export const TermCombobox = ({ kind, website, picked, disabled, placeholder, onPick, onProblem }: Props) => {
  const text = useText();
  const mayCreate = useMayCreate(kind);
  const [isOpen, setOpen] = useState(false);
  const { typed, setTyped, isAdding, finish, optionChosen } = useTypedTerms(
    { kind, website, picked, onPick, onProblem },
    mayCreate,
  );
  const [page, setPage] = useState(1);
  const search = useDebounce(typed, SEARCH_DELAY_MS) as string;
  useEffect(() => setPage(1), [search, website]);
  const { currentData, isFetching } = useGetTermsQuery({ kind, website, search, page }, { skip: !isOpen });
  const { terms, hasMore } = currentData ?? NOTHING_YET;
  const isPicked = (term: Pick) => picked.some((one) => one.documentId === term.documentId);
  const offered = terms.filter((term) => !isPicked(term));
  const name = typed.trim();
  const isKnown = [...terms, ...picked].some((term) => isSameTerm(term.name, name));

  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    isOptionPressed.current = false;
    // An open list would not let the input be left.
    if (event.key === 'Tab') event.stopPropagation();
    // Given up: it is not added when the input is left.
    if (event.key === 'Escape') setTyped('');
    const isOnOption = (event.target as HTMLElement).hasAttribute('aria-activedescendant');
    const isEnd = (event.key === 'Enter' && !isOnOption) || (event.key === ',' && kind === 'tag');
    if (!isEnd || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing || name === '') return;
    event.preventDefault();
    event.stopPropagation();
    addTyped();
  };
  const addTyped = () => {
    setOpen(false);
    void finish();
  };
  // An option that is clicked takes the focus too, and is what is meant then.
  const isOptionPressed = useRef(false);
  useEffect(() => {
    const onPress = ({ target }: Event) => {
      isOptionPressed.current = target instanceof Element && target.closest('[role="listbox"]') !== null;
    };
    window.addEventListener('pointerdown', onPress, { capture: true });
    return () => window.removeEventListener('pointerdown', onPress, { capture: true });
  }, []);

  return (
    <Box
      {...{ [PART_OF_INPUT]: '' }}
      onKeyDownCapture={onKey}
      onBlurCapture={() => {
        if (!isOptionPressed.current) addTyped();
      }}
    >
      <Combobox
        autocomplete={{ type: 'list', filter: 'contains' }}
        creatable={mayCreate && name !== '' && !isKnown ? 'visible' : false}
        creatableStartIcon={<Plus fill="primary600" />}
        createMessage={() => text(`terms.create-${kind}`, { name })}
        onCreateOption={addTyped}
        disabled={disabled}
        hasMoreItems={hasMore}
        loading={isAdding || (isOpen && isFetching && terms.length === 0)}
        loadingMessage={text('loading')}
        noOptionsMessage={() => text(search ? `terms.no-${kind}-found` : `terms.no-${kind}`)}
        onLoadMore={() => setPage(page + 1)}
        onInputChange={() => setOpen(true)}
        onOpenChange={setOpen}
        open={isOpen}
        placeholder={
          placeholder ?? text(mayCreate ? `terms.search-or-create-${kind}` : `terms.search-${kind}`)
        }
        textValue={typed}
        onTextValueChange={(value = '') => setTyped(value)}
        value=""
        onChange={(documentId?: string) => {
          const term = offered.find((one) => one.documentId === documentId);
          if (!term) return;
          onProblem(null);
          optionChosen();
          onPick(term);
        }}
      >
        {offered.map((term) => (
          <ComboboxOption key={term.documentId} value={term.documentId} textValue={term.name}>
            {term.name}
          </ComboboxOption>
        ))}
      </Combobox>
    </Box>
  );
};
