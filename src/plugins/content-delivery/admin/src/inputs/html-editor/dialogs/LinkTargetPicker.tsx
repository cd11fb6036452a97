import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { Box, Field, Flex, Status, TextInput, Typography } from '@strapi/design-system';
import { useDebounce } from '@strapi/strapi/admin';
import { styled } from 'styled-components';
import { MAX_LINK_SEARCH, type LinkTarget, type LinkTargets } from '../../../../../contracts/links';
import { withQuery } from '../../../shared/api/queries';
import { useAnswer } from '../../../shared/api/use-answer';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { useText } from '../text';

const TYPING_PAUSE_MS = 250;

interface Props {
  /** documentId */
  website: string;
  /** documentId of the entry that the link is in: it is not offered. */
  entry: string | undefined;
  /** The selected words. */
  words: string;
  autoFocus: boolean;
  onPick(target: LinkTarget, url: string | null): void;
  /** Called with the keywords that front ends link in these words by themselves. */
  onKeywords(keywords: LinkTargets['keywords']): void;
}

/** Finds posts and pSEO pages of a website by title while one types. */
export const LinkTargetPicker = ({ website, entry, words, autoFocus, onPick, onKeywords }: Props) => {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const search = useDebounce(typed, TYPING_PAUSE_MS) as string;
  const { answer, latest, problem, isLoading } = useAnswer<{ data: LinkTargets }>(
    withQuery(`/${PLUGIN_ID}/websites/${website}/link-targets`, {
      search: search.trim().slice(0, MAX_LINK_SEARCH),
      words: words.slice(0, MAX_LINK_SEARCH),
      entry,
    }),
  );
  const { targets = [], url = null } = (answer ?? latest)?.data ?? {};
  const keywords = answer?.data.keywords;
  const tell = useRef(onKeywords);
  tell.current = onKeywords;
  useEffect(() => {
    if (keywords) tell.current(keywords);
  }, [keywords]);
  useEffect(() => setActive(-1), [answer]);
  const activeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In braces: newer browsers answer with a promise, which is no clean-up.
    activeRef.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const isShown = isOpen && targets.length > 0;
  const pick = (target: LinkTarget) => {
    setTyped(target.title);
    setIsOpen(false);
    setActive(-1);
    onPick(target, url);
  };
  const onKey = (event: KeyboardEvent) => {
    const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && targets.length > 0) {
      event.preventDefault();
      setIsOpen(true);
      setActive((at) =>
        !isShown && step > 0
          ? 0
          : (at + step + targets.length + (at < 0 && step < 0 ? 1 : 0)) % targets.length,
      );
      return;
    }
    if (event.key === 'Escape' && isShown) {
      // It closes the list first; the dialog leaves a key alone that has done something.
      event.preventDefault();
      setIsOpen(false);
      return;
    }
    const chosen = isShown ? targets[active] : undefined;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    // Enter sends the dialog only from where there is nothing to choose.
    if (chosen || typed.trim() !== '') event.preventDefault();
    if (chosen) pick(chosen);
  };
  const status = () => {
    if (!isOpen) return '';
    if (isLoading) return text('link.searching');
    if (answer && targets.length === 0) return text('link.none-found');
    return isShown ? text('link.found', { count: targets.length }) : '';
  };

  return (
    <Field.Root hint={text('link.find-hint')} error={problem ?? undefined}>
      <Field.Label>{text('link.find')}</Field.Label>
      <TextInput
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        value={typed}
        autoFocus={autoFocus}
        onChange={(event: { target: HTMLInputElement }) => {
          setTyped(event.target.value);
          setIsOpen(true);
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={onKey}
      />
      <List id={`${id}-list`} role="listbox" aria-label={text('link.find')} hidden={!isShown}>
        {targets.map((target, index) => (
          <Option
            key={target.documentId}
            id={`${id}-${index}`}
            ref={index === active ? activeRef : null}
            role="option"
            aria-selected={index === active}
            // The input keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => pick(target)}
          >
            <Flex gap={2} justifyContent="space-between">
              <Box minWidth={0}>
                <Typography tag="div" style={{ overflowWrap: 'anywhere' }}>
                  {target.title}
                </Typography>
                <Typography tag="div" variant="pi" textColor="neutral600">
                  {text(`link.type.${target.type}`)}
                </Typography>
              </Box>
              {!target.isLive && (
                <Status variant="secondary" size="S">
                  <Typography variant="pi" fontWeight="bold" textColor="secondary700">
                    {text('link.draft')}
                  </Typography>
                </Status>
              )}
            </Flex>
          </Option>
        ))}
      </List>
      <Typography role="status" variant="pi" textColor="neutral600">
        {status()}
      </Typography>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
};

const List = styled.div`
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};
  max-height: 16rem;
  overflow-y: auto;
`;

const Option = styled.div`
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
  cursor: pointer;

  &:hover {
    background: ${({ theme }) => theme.colors.neutral100};
  }

  &[aria-selected='true'] {
    background: ${({ theme }) => theme.colors.primary100};
    outline: 2px solid ${({ theme }) => theme.colors.primary600};
    outline-offset: -2px;
  }
`;
