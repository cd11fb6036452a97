import type { ReactNode } from 'react';
import { Flex } from '@strapi/design-system';
import { useDocumentRBAC } from '@strapi/strapi/admin';
import { useText } from '../../shared/text';
import { CAMPAIGN, PAGE, POST } from '../../shared/uids';
import { Impact } from './Impact';

interface Dialog {
  type: string;
  title?: string;
  content?: ReactNode;
  confirmLabel?: string;
  onConfirm?: () => Promise<unknown> | void;
}

interface Description {
  disabled?: boolean;
  onClick?: (event: unknown) => unknown;
  dialog?: Dialog | undefined;
}

interface Props {
  model: string;
  documentId?: string;
  /** Of actions on many. */
  documents?: readonly { documentId: string }[];
}

/** An action of the content manager: called as a component is, what it returns says what to show. */
interface Action {
  (props: Props): Description | null;
  type?: string;
  position?: string | string[];
}

type Change = (description: Description, props: Props, type: string | undefined) => Description | null;

const isAskedAbout = ({ model }: Props): boolean => [POST, PAGE, CAMPAIGN].includes(model);

const idsOf = ({ documentId, documents }: Props): string[] =>
  documents ? documents.map((one) => one.documentId) : documentId === undefined ? [] : [documentId];

/** The same action, with another description. Its hooks are called in the same order as before. */
const changed = (action: Action, useChange: () => Change): Action => {
  const Changed: Action = (props) => {
    const description = action(props);
    const change = useChange();
    return description && change(description, props, action.type);
  };
  // Strapi looks at these.
  return Object.assign(Changed, { ...action });
};

const useUnpublishQuestion = (): Change => {
  const text = useText();
  return (description, props) => {
    if (!isAskedAbout(props)) return description;
    const { onClick, dialog, ...rest } = description;
    return {
      ...rest,
      dialog: {
        ...dialog,
        type: 'dialog',
        title: text('impact.unpublish'),
        confirmLabel: text('impact.unpublish'),
        content: (
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Impact model={props.model} documentIds={idsOf(props)} isDeletion={false} />
            {/* What becomes of changes that are not published; of many, a question of the same kind. */}
            {!props.documents && dialog?.content}
          </Flex>
        ),
        // Without changes Strapi does not ask, and has only what a click does.
        onConfirm: dialog?.onConfirm ?? (async () => void (await onClick?.(undefined))),
      },
    };
  };
};

const useDeleteQuestion = (): Change => {
  const text = useText();
  return (description, props) => {
    const { dialog } = description;
    if (!isAskedAbout(props) || !dialog) return description;
    return {
      ...description,
      dialog: {
        ...dialog,
        title: text('delete'),
        confirmLabel: text('delete'),
        content: <Impact model={props.model} documentIds={idsOf(props)} isDeletion />,
      },
    };
  };
};

interface Rights {
  canCreate?: boolean;
  canUpdate?: boolean;
  canPublish?: boolean;
  canDelete?: boolean;
}

/** What an action needs; others are Strapi's to decide. */
const NEEDS: Readonly<Record<string, (rights: Rights, isNew: boolean) => boolean | undefined>> = {
  publish: ({ canPublish }) => canPublish,
  unpublish: ({ canPublish }) => canPublish,
  update: ({ canCreate, canUpdate }, isNew) => (isNew ? canCreate : canUpdate),
  discard: ({ canUpdate }) => canUpdate,
  delete: ({ canDelete }) => canDelete,
  clone: ({ canCreate }) => canCreate,
};

/** What may not be done, is not there, rather than grey without a reason. */
const useRights = (): Change => {
  const rights: Rights = useDocumentRBAC('Actions', (state) => state);
  return (description, { documentId, documents }, type) => {
    const needs = type === undefined ? undefined : NEEDS[type];
    const isNew = documentId === undefined && !documents;
    return needs && !needs(rights, isNew) ? null : description;
  };
};

const QUESTIONS: Readonly<Record<string, () => Change>> = {
  unpublish: useUnpublishQuestion,
  delete: useDeleteQuestion,
};

/** Strapi's actions on entries: those that readers notice ask first, and those that are not allowed are left out. */
export const askFirst = <Strapis,>(actions: readonly Strapis[]): Strapis[] =>
  (actions as unknown as readonly Action[]).map((action) => {
    const allowed = changed(action, useRights);
    const question = action.type === undefined ? undefined : QUESTIONS[action.type];
    return question ? changed(allowed, question) : allowed;
  }) as unknown as Strapis[];
