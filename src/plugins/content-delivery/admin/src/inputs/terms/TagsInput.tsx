import { useRef, useState } from 'react';
import { Box, Flex, IconButton, Typography, VisuallyHidden } from '@strapi/design-system';
import { ArrowDown, ArrowUp, Cross, Drag } from '@strapi/icons';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';
import { moved } from '../../shared/relation-value';
import { TermChoice } from './TermChoice';
import { TermRow } from './TermRow';
import { useTermPicks } from './use-term-picks';

/** A post's tags in their order: some of its website's, or new ones. */
export const TagsInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const text = useText();
  const terms = useTermPicks(name, 'tag');
  const { picks, foreign, error, isUnknown, setProblem, change } = terms;
  const isDisabled = disabled || isUnknown;
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);

  const move = (from: number, to: number) => {
    const tag = picks[from];
    if (!tag || to < 0 || to >= picks.length || to === from) return;
    change(moved(picks, from, to));
    setSaid(text('terms.moved', { name: tag.name, position: to + 1, count: picks.length }));
  };
  /** Moves with a button; the focus goes along, so that it can be pressed again. */
  const step = (from: number, to: number, button: 'up' | 'down') => {
    move(from, to);
    requestAnimationFrame(() => {
      const row = list.current?.children[to];
      const same = row?.querySelector<HTMLButtonElement>(`[data-move="${button}"]:not([disabled])`);
      (same ?? row?.querySelector<HTMLButtonElement>('[data-move]:not([disabled])'))?.focus();
    });
  };
  const remove = (documentId: string) => {
    setProblem(null);
    change(picks.filter((pick) => pick.documentId !== documentId));
  };

  return (
    <InputFrame
      name={name}
      hint={hint}
      error={error}
      required={required}
      label={picks.length > 0 ? `${label} (${picks.length})` : label}
      below={
        <>
          {picks.length > 0 && (
            <Flex
              ref={list}
              tag="ol"
              aria-label={text('terms.order', { label })}
              direction="column"
              alignItems="stretch"
              gap={1}
              paddingTop={1}
            >
              {picks.map((tag, index) => (
                <Box
                  key={tag.documentId}
                  tag="li"
                  draggable={!isDisabled}
                  onDragStart={() => setDragged(index)}
                  onDragEnd={() => setDragged(null)}
                  onDragOver={(event: React.DragEvent) => {
                    if (dragged !== null) event.preventDefault();
                  }}
                  onDrop={(event: React.DragEvent) => {
                    event.preventDefault();
                    if (dragged !== null) move(dragged, index);
                    setDragged(null);
                  }}
                  style={{ opacity: dragged === index ? 0.4 : 1 }}
                >
                  <TermRow isForeign={foreign.some((one) => one.documentId === tag.documentId)}>
                    <Flex gap={2} minWidth={0}>
                      {picks.length > 1 && (
                        <Flex aria-hidden cursor={isDisabled ? 'default' : 'grab'}>
                          <Drag fill="neutral500" />
                        </Flex>
                      )}
                      <Typography ellipsis>{tag.name}</Typography>
                    </Flex>
                    <Flex gap={0} shrink={0}>
                      {picks.length > 1 && (
                        <>
                          <IconButton
                            data-move="up"
                            label={text('terms.move-up', { name: tag.name })}
                            variant="ghost"
                            size="S"
                            disabled={isDisabled || index === 0}
                            onClick={() => step(index, index - 1, 'up')}
                          >
                            <ArrowUp />
                          </IconButton>
                          <IconButton
                            data-move="down"
                            label={text('terms.move-down', { name: tag.name })}
                            variant="ghost"
                            size="S"
                            disabled={isDisabled || index === picks.length - 1}
                            onClick={() => step(index, index + 1, 'down')}
                          >
                            <ArrowDown />
                          </IconButton>
                        </>
                      )}
                      <IconButton
                        label={text('terms.remove', { name: tag.name })}
                        variant="ghost"
                        size="S"
                        disabled={isDisabled}
                        onClick={() => remove(tag.documentId)}
                      >
                        <Cross />
                      </IconButton>
                    </Flex>
                  </TermRow>
                </Box>
              ))}
            </Flex>
          )}
          <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
        </>
      }
    >
      <TermChoice
        of={terms}
        disabled={isDisabled}
        placeholder={placeholder}
        onPick={(term) => change([...picks, term])}
      />
    </InputFrame>
  );
};
