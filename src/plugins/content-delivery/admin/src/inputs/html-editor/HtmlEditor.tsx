import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Collapse, Expand } from '@strapi/icons';
import { EditorState } from '@tiptap/pm/state';
import { Editor } from '@tiptap/react';
import { useStrapiApp } from '@strapi/strapi/admin';
import { styled } from 'styled-components';
import { registerWritingPlace } from '../../edit-view/rebase/writing-places';
import { PictureUploads } from '../pictures/PictureUploads';
import type { LibraryFile } from '../pictures/public-address';
import { useFilePlace } from '../pictures/use-file-place';
import { usePictureChooser } from '../pictures/use-picture-chooser';
import { ImageDialog } from './dialogs/ImageDialog';
import { LinkDialog } from './dialogs/LinkDialog';
import { VideoDialog } from './dialogs/VideoDialog';
import { ForeignPictures } from './ForeignPictures';
import { hasLiquid } from './fidelity/liquid';
import { openHtml, type OpenedHtml } from './fidelity/open';
import type { Reason } from './fidelity/reasons';
import { changedVideo } from './fidelity/video';
import { Frame } from './Frame';
import { imageOf, suggestedText } from './images';
import { Notice as PlainNotice } from '../../shared/Notice';
import { KeptNote } from './KeptNote';
import { Notice } from './Notice';
import { SelectionBar } from './SelectionBar';
import { useReasonText, useText } from './text';
import { Toolbar } from './toolbar/Toolbar';
import { useDeferredChange, type DeferredChange } from './use-deferred-change';
import { useTextPictures } from './use-text-pictures';
import { makePlaces } from './visual/picture-places';
import { visualExtensions } from './visual/extensions';
import type { Insertion } from './visual/slash-menu';
import { withKeys } from './visual/with-keys';
import { carryPlaces } from './visual/places';
import { VisualContent } from './visual/VisualContent';
import { WordCount } from './WordCount';

/** CodeMirror: loaded when the source is opened. */
const SourceEditor = lazy(() => import('./source/SourceEditor'));

type Mode = 'visual' | 'source';

interface HtmlEditorProps {
  /** Of the field in the form. */
  name: string;
  label: string;
  /** Ids of the elements that explain the field. */
  describedBy: string;
  value: string | null;
  isInvalid: boolean;
  isDisabled: boolean;
  /** Whether Liquid in it is run; such a text is edited as source. */
  isTemplate: boolean;
  /** Whether this text was open as source before. */
  isSourceChosen: boolean;
  onChange(html: string | null): void;
  onModeChosen(mode: Mode): void;
}

type Dialog =
  | { kind: 'link' }
  | { kind: 'library' }
  | { kind: 'image'; src: string; alt: string | null; size?: { width: string | null; height: string | null } }
  | { kind: 'video'; address: string; title: string; isNew: boolean };

type MediaLibraryDialog = React.ComponentType<{
  allowedTypes: string[];
  multiple: boolean;
  onClose(): void;
  onSelectAssets(files: LibraryFile[]): void;
}>;

/** Edits HTML, as a text with formats or as source. What is not edited stays byte for byte. */
const HtmlEditor = (props: HtmlEditorProps) => {
  const { label, describedBy, value, isInvalid, isDisabled, isTemplate } = props;
  const text = useText();
  const describe = useReasonText();
  const filePlace = useFilePlace();
  const MediaLibrary = useStrapiApp('HtmlEditor', (state) => state.components['media-library']) as
    MediaLibraryDialog | undefined;
  const [mode, setMode] = useState<Mode | null>(null);
  const [reasons, setReasons] = useState<{ kind: 'kept' | 'source'; reasons: readonly Reason[] }>();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [isExpanded, setIsExpanded] = useState(false);
  const textPictures = useTextPictures(props.name);
  const { place, pictures, foreign, problems } = textPictures;
  // What is made once reports to what is there now.
  const onPictures = useRef(textPictures);
  onPictures.current = textPictures;

  /** What the document of visual mode was opened from, and its current value. */
  const opened = useRef<{ html: OpenedHtml; from: string | null; now: string | null } | null>(null);
  /** Of the form, also before it is rendered: several pictures may come to their places at once. */
  const latest = useRef(value);
  latest.current = value;
  const onChange = useRef(props.onChange);
  onChange.current = (html) => {
    latest.current = html;
    props.onChange(html);
  };
  const change = useRef<DeferredChange | null>(null);
  /** The value as the last picture that came to its place has left it. */
  const ofPictures = useRef<string | null>(null);

  const attributes = {
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-describedby': describedBy,
    'aria-invalid': String(isInvalid),
    'aria-readonly': String(isDisabled),
    ...(isDisabled ? { tabindex: '0' } : {}),
  };

  const inserting = useRef<Record<Insertion, () => void>>({
    image: () => undefined,
    library: () => setDialog({ kind: 'library' }),
    video: () => setDialog({ kind: 'video', address: '', title: '', isNew: true }),
  });

  // Made once; another language of the panel shows after the page was left.
  const [editor] = useState(
    () =>
      new Editor({
        element: null,
        extensions: visualExtensions({
          describe,
          text,
          onLink: () => setDialog({ kind: 'link' }),
          onVideo: (address) => setDialog({ kind: 'video', address, title: '', isNew: true }),
          onInsert: (what) => inserting.current[what](),
          onPictures: (...pasted) => onPictures.current.onPictures(...pasted),
        }),
        editable: !isDisabled,
        editorProps: { attributes },
        onUpdate: () => change.current?.defer(),
      }),
  );

  useEffect(() => {
    editor.setOptions({ editable: !isDisabled, editorProps: { attributes } });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editor, isDisabled, isInvalid, label, describedBy]);

  /** The value of the field, as typed by now; undefined while nothing is open. */
  const typed = (): string | null | undefined => {
    if (!opened.current) return undefined;
    const { html, from } = opened.current;
    const written = html.write(editor.state.doc);
    return written === (from ?? '') ? from : written;
  };
  const deferred = useDeferredChange(
    () => {
      const next = typed();
      if (!opened.current || next === undefined || next === opened.current.now) return false;
      opened.current.now = next;
      onChange.current(next);
      return true;
    },
    () => (opened.current ? { field: props.name, from: opened.current.now, to: typed() } : null),
  );
  change.current = deferred;

  // After it is mounted: the element is that of the view.
  useEffect(() => {
    registerWritingPlace(editor.view.dom, {
      selection: () => editor.state.selection,
      select: (selection) => editor.commands.setTextSelection(selection),
      focus: () => editor.view.focus(),
      snapshot: () => {
        if (!opened.current) return null;
        const { html, from } = opened.current;
        const { state } = editor;
        const value = typed();
        return { field: props.name, value, withKeys: (keys) => html.write(withKeys(state, keys)) || from };
      },
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [editor]);

  /** Opens a value in visual mode. @returns whether that can be done without changing it */
  const open = (from: string | null): boolean => {
    // An error here would take the form away, and with it the way to the source.
    try {
      const html = openIn(editor, from ?? '', isTemplate);
      setReasons(
        'doc' in html ? { kind: 'kept', reasons: html.kept } : { kind: 'source', reasons: html.reasons },
      );
      if (!('doc' in html)) return false;
      opened.current = { html, from, now: from };
      showDocument(editor, html);
      return true;
    } catch (error) {
      console.error(error);
      opened.current = null;
      setReasons({ kind: 'source', reasons: [{ kind: 'nesting', name: '' }] });
      return false;
    }
  };

  place.current = {
    editor,
    bringUpToDate: () => mode === 'visual' || latest.current === opened.current?.now || open(latest.current),
    flush: () => {
      deferred.flush();
      ofPictures.current = opened.current?.now ?? null;
    },
    append: (html) => {
      ofPictures.current = `${latest.current ?? ''}${html}`;
      onChange.current(ofPictures.current);
    },
  };

  // A value from outside: the first one, that of another version, or that of before the changes.
  useLayoutEffect(() => {
    const take = () => {
      if (mode === 'visual' && latest.current === opened.current?.now) return;
      // Typed since: that is put on top, as any key that is pressed while an answer is on its way.
      if (deferred.flush()) return;
      setMode(open(latest.current) ? 'visual' : 'source');
    };
    if (mode === null && props.isSourceChosen) setMode('source');
    else if (mode === null) take();
    // Later: a form that was saved gives back what was typed meanwhile right after what was stored.
    else if (mode === 'visual' && value !== opened.current?.now) queueMicrotask(take);
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value, editor]);

  const choose = (chosen: Mode) => {
    setMode(chosen);
    props.onModeChosen(chosen);
  };
  const toggleMode = () => {
    deferred.flush();
    if (mode === 'visual') return choose('source');
    if (opened.current && value === opened.current.now) {
      setReasons({ kind: 'kept', reasons: opened.current.html.kept });
      choose('visual');
    } else if (open(value)) choose('visual');
  };

  const editImage = () => {
    const { src, alt } = editor.getAttributes('image') as { src: string | null; alt: string | null };
    setDialog({ kind: 'image', src: src ?? '', alt });
  };
  const editVideo = () => {
    const { src, title } = editor.getAttributes('video') as { src: string; title: string };
    setDialog({ kind: 'video', address: src, title, isNew: false });
  };
  const choosePictures = usePictureChooser(
    (files) => textPictures.onPictures(makePlaces(editor.view, files, editor.state.selection.to)),
    { several: true },
  );
  inserting.current.image = choosePictures;
  /** Typing goes on in the text. */
  const close = () => {
    setDialog(null);
    editor.commands.focus();
  };

  const chosen = async ([file]: LibraryFile[]) => {
    if (!file) return close();
    const files = await filePlace().catch(() => null);
    if (!files) {
      textPictures.addProblem(text('pictures.not-put-in', { name: file.name }));
      return close();
    }
    const { src, alt, ...size } = imageOf(file, textPictures.sourceOf(file, files), suggestedText(file));
    setDialog({ kind: 'image', src, alt, size });
  };
  /** What is selected stays. */
  const behindSelection = () => editor.state.selection.to;
  const putImage = (image: Extract<Dialog, { kind: 'image' }>, alt: string) => {
    const chain = editor.chain().focus();
    if (image.size) {
      const attrs = { src: image.src, alt, ...image.size };
      chain.insertContentAt(behindSelection(), { type: 'image', attrs }).run();
    } else chain.updateAttributes('image', { alt }).run();
    close();
  };
  const putVideo = (isNew: boolean, video: { src: string; title: string }) => {
    const { source } = editor.getAttributes('video') as { source?: string | null };
    const attrs = { ...video, source: !isNew && source ? changedVideo(source, video) : null };
    const chain = editor.chain().focus();
    if (isNew) chain.insertContentAt(behindSelection(), { type: 'video', attrs }).run();
    else chain.updateAttributes('video', attrs).run();
    close();
  };

  return (
    <Frame
      isExpanded={isExpanded}
      isInvalid={isInvalid}
      isDisabled={isDisabled}
      label={label}
      onCollapse={() => setIsExpanded(false)}
    >
      <Head>
        {mode === 'visual' ? (
          <Toolbar
            editor={editor}
            isDisabled={isDisabled}
            onLink={() => setDialog({ kind: 'link' })}
            onImage={inserting.current.image}
            onLibrary={inserting.current.library}
            onVideo={inserting.current.video}
          />
        ) : (
          <Typography variant="pi" textColor="neutral600" paddingTop={2}>
            {text(isTemplate ? 'source.template' : 'source.html')}
          </Typography>
        )}
        <Flex gap={1} marginLeft="auto" shrink={0}>
          <Button size="S" variant="tertiary" onClick={toggleMode}>
            {text(mode === 'visual' ? 'mode.to-source' : 'mode.to-visual')}
          </Button>
          <IconButton
            label={text(isExpanded ? 'collapse' : 'expand')}
            variant="ghost"
            onClick={() => setIsExpanded(!isExpanded)}
          >
            {isExpanded ? <Collapse /> : <Expand />}
          </IconButton>
        </Flex>
      </Head>
      {reasons && (mode === 'visual') === (reasons.kind === 'kept') && <Notice {...reasons} />}
      <VisualContent editor={editor} isShown={mode === 'visual'} />
      {mode === 'source' && (
        <Source>
          <Suspense fallback={null}>
            <SourceEditor
              name={props.name}
              value={value ?? ''}
              label={label}
              describedBy={describedBy}
              isDisabled={isDisabled}
              isInvalid={isInvalid}
              isTemplate={isTemplate}
              isOfPictures={(html) => html === ofPictures.current}
              onChange={(html) => onChange.current(html === '' && value === null ? null : html)}
            />
          </Suspense>
        </Source>
      )}
      {problems.length + pictures.uploads.length + foreign.addresses.length > 0 && (
        <Pictures>
          <ForeignPictures {...foreign} refusal={pictures.refusal} />
          {problems.map((problem) => (
            <PlainNotice
              key={problem}
              tone="warning"
              action={
                <Button size="S" variant="tertiary" onClick={() => textPictures.dismissProblem(problem)}>
                  {text('dialog.close')}
                </Button>
              }
            >
              {problem}
            </PlainNotice>
          ))}
          <PictureUploads pictures={pictures} />
        </Pictures>
      )}
      <Foot>
        {mode === 'visual' && (
          <SelectionBar
            editor={editor}
            isDisabled={isDisabled}
            onLink={() => setDialog({ kind: 'link' })}
            onImage={editImage}
            onVideo={editVideo}
          />
        )}
        <KeptNote />
        <WordCount html={value ?? ''} />
      </Foot>

      {dialog?.kind === 'link' && <LinkDialog editor={editor} onClose={close} />}
      {dialog?.kind === 'library' && MediaLibrary && (
        <MediaLibrary allowedTypes={['images']} multiple={false} onClose={close} onSelectAssets={chosen} />
      )}
      {dialog?.kind === 'image' && (
        <ImageDialog
          src={dialog.src}
          alt={dialog.alt}
          isNew={dialog.size !== undefined}
          onSubmit={(alt) => putImage(dialog, alt)}
          onClose={close}
        />
      )}
      {dialog?.kind === 'video' && (
        <VideoDialog
          address={dialog.address}
          title={dialog.title}
          isNew={dialog.isNew}
          onSubmit={(video) => putVideo(dialog.isNew, video)}
          onClose={close}
        />
      )}
    </Frame>
  );
};

const openIn = (editor: Editor, html: string, isTemplate: boolean) =>
  isTemplate && hasLiquid(html)
    ? { reasons: [{ kind: 'liquid', name: '' }] as Reason[] }
    : openHtml(editor.schema, html);

/** Shows a document; what was there before cannot come back by undo. */
const showDocument = (editor: Editor, { doc }: OpenedHtml): void => {
  const before = editor.state;
  editor.view.updateState(EditorState.create({ doc, plugins: before.plugins }));
  const carried = carryPlaces(before, editor.state);
  if (carried) editor.view.dispatch(carried);
  // So that the toolbar learns of it.
  editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false));
};

const Head = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${({ theme }) => theme.spaces[2]};
  padding: ${({ theme }) => `${theme.spaces[1]} ${theme.spaces[2]}`};
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral100};
`;

const Source = styled.div`
  flex: 1;
  overflow: hidden;
  .html-source {
    height: 100%;
  }
`;

const Pictures = styled.div`
  max-height: 50%;
  overflow-y: auto;
  padding: ${({ theme }) => theme.spaces[3]};
  border-top: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral100};
`;

const Foot = styled.div`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.spaces[2]};
  min-height: 4rem;
  padding: ${({ theme }) => `0 ${theme.spaces[3]}`};
  border-top: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme }) => theme.colors.neutral100};
`;

export default HtmlEditor;
