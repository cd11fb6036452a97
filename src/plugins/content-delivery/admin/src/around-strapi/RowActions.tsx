import { useState } from 'react';
import { DescriptionComponentRenderer, useStrapiApp } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useParams } from 'react-router-dom';
import { DocumentActionsMenu, type ActionInMenu } from 'virtual:strapi-document-actions';

interface Action {
  (props: object): ActionInMenu | null;
  type?: string;
}

interface ContentManager {
  apis: { getDocumentActions(position: 'table-row'): Action[] };
}

const isInRows = ({ position }: ActionInMenu): boolean => [position].flat().includes('table-row');

/** It asks the store for nothing, so a hundred of it cost little. */
const isLight = ({ type }: Action): boolean => type === 'edit';

/**
 * The menu of a row of Strapi's lists, in place of Strapi's `TableActions` (src/admin/own-parts.ts). There each row runs the
 * hooks of all actions, which subscribe to the store some eighty times. Here it has *Edit* until the pointer or the focus comes
 * to its button, and all actions from then on. The button and *Edit* stay the elements that they are, and keep the focus.
 */
export const TableActions = ({ document }: { document: { documentId: string } }) => {
  const { formatMessage } = useIntl();
  const { slug: model, collectionType } = useParams();
  const { apis } = useStrapiApp(
    'TableActions',
    ({ plugins }) => plugins['content-manager'],
  ) as unknown as ContentManager;
  const [isNear, setIsNear] = useState(false);
  const comeNear = () => setIsNear(true);

  const all = apis.getDocumentActions('table-row');
  const light = all.filter(isLight);
  return (
    <span style={{ display: 'contents' }} onPointerEnter={comeNear} onFocus={comeNear}>
      <DescriptionComponentRenderer
        props={{ activeTab: null, model, documentId: document.documentId, collectionType, document }}
        descriptions={(isNear || light.length === 0 ? all : light) as never}
      >
        {(actions: ActionInMenu[]) => (
          <DocumentActionsMenu
            actions={actions.filter(isInRows)}
            label={formatMessage({ id: 'content-manager.containers.list.table.row-actions' })}
            variant="ghost"
          />
        )}
      </DescriptionComponentRenderer>
    </span>
  );
};
