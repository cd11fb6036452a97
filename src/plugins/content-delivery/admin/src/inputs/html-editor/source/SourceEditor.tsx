import { useEffect, useRef } from 'react';
import { html } from '@codemirror/lang-html';
import { liquid } from '@codemirror/lang-liquid';
import { basicSetup, Compartment, EditorState, EditorView } from '@uiw/react-codemirror';
import { useTheme } from 'styled-components';
import { textWithKeys } from '../../../edit-view/rebase/typed-keys';
import { registerWritingPlace } from '../../../edit-view/rebase/writing-places';
import { useCodePhrases } from '../../use-code-phrases';
import { applyKeepingLineEnds, type Change } from '../fidelity/line-ends';
import { FROM_OUTSIDE, outsideChange } from './outside-change';
import { sourceTheme } from './theme';

interface SourceEditorProps {
  /** Of the field in the form. */
  name: string;
  value: string;
  label: string;
  describedBy: string;
  isDisabled: boolean;
  isInvalid: boolean;
  isTemplate: boolean;
  /** Whether a value has come about by pictures that came to their places: what was typed can be undone all the same. */
  isOfPictures(value: string): boolean;
  onChange(html: string): void;
}

/** @param history whether undo has something to go back to */
const setup = (history: boolean) =>
  basicSetup({ autocompletion: false, highlightActiveLine: false, foldGutter: true, history });

/** HTML as source, with highlighting. What is not typed over stays byte for byte, line ends included. */
const SourceEditor = ({
  name,
  value,
  label,
  describedBy,
  isDisabled,
  isInvalid,
  isTemplate,
  isOfPictures,
  onChange,
}: SourceEditorProps) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const shown = useRef(value);
  const changed = useRef(onChange);
  changed.current = onChange;
  const settings = useRef(new Compartment());
  const basics = useRef(new Compartment());
  const { colors } = useTheme();
  const phrases = useCodePhrases();

  const settingsNow = () => [
    EditorState.readOnly.of(isDisabled),
    EditorView.editable.of(!isDisabled),
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-describedby': describedBy,
      'aria-invalid': String(isInvalid),
      'aria-multiline': 'true',
      ...(isDisabled ? { 'aria-readonly': 'true', tabindex: '0' } : {}),
    }),
  ];

  useEffect(() => {
    const keepLineEnds = EditorView.updateListener.of((update) => {
      if (!update.docChanged || update.transactions.every((one) => one.isUserEvent(FROM_OUTSIDE))) return;
      const changes: Change[] = [];
      update.changes.iterChanges((from, to, _fromNew, _toNew, inserted) =>
        changes.push({ from, to, insert: inserted.toString() }),
      );
      shown.current = applyKeepingLineEnds(shown.current, changes);
      changed.current(shown.current);
    });
    const created = new EditorView({
      parent: place.current as HTMLDivElement,
      state: EditorState.create({
        doc: shown.current,
        extensions: [
          basics.current.of(setup(true)),
          isTemplate ? liquid({ base: html({ autoCloseTags: false }) }) : html({ autoCloseTags: false }),
          EditorView.lineWrapping,
          sourceTheme(colors),
          phrases,
          settings.current.of(settingsNow()),
          keepLineEnds,
        ],
      }),
    });
    view.current = created;
    registerWritingPlace(created.contentDOM, {
      selection: () => created.state.selection.main,
      select: ({ from, to }) => {
        const { length } = created.state.doc;
        created.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) } });
      },
      focus: () => created.focus(),
      snapshot: () => {
        const { main } = created.state.selection;
        const text = created.state.doc.toString();
        // Line ends are as the editor has them; what is typed counts here.
        return {
          field: name,
          value: latest.current.value,
          withKeys: (keys) => textWithKeys(text, main, keys),
        };
      },
    });
    return () => created.destroy();
    // Made once; what changes later is set below.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  useEffect(() => {
    view.current?.dispatch({ effects: settings.current.reconfigure(settingsNow()) });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isDisabled, isInvalid, label, describedBy]);

  const latest = useRef({ value, isOfPictures });
  latest.current = { value, isOfPictures };
  useEffect(() => {
    if (value === shown.current) return;
    // Later: a form that was saved gives back what was typed meanwhile right after what was stored.
    queueMicrotask(() => {
      const { current: editor } = view;
      const { value: next, isOfPictures: staysUndoable } = latest.current;
      if (!editor || next === shown.current) return;
      shown.current = next;
      editor.dispatch(outsideChange(editor.state, next));
      if (staysUndoable(next)) return;
      // Undo would bring back what a newer version has taken the place of.
      for (const history of [false, true])
        editor.dispatch({ effects: basics.current.reconfigure(setup(history)) });
    });
  }, [value]);

  return <div ref={place} className="html-source" />;
};

export default SourceEditor;
