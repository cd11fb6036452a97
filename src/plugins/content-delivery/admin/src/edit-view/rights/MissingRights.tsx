import { useDocumentRBAC } from '@strapi/strapi/admin';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { PAGE, POST } from '../../shared/uids';
import { useOpenEntry } from '../entry';

/** Beside the form: what the user may not do with it, and whom to ask. */
export const MissingRights = () => {
  const text = useText();
  const { model, documentId, isClone } = useOpenEntry();
  const { isLoading, canCreate, canUpdate, canPublish } = useDocumentRBAC(
    'MissingRights',
    ({ isLoading, canCreate, canUpdate, canPublish }) => ({ isLoading, canCreate, canUpdate, canPublish }),
  );
  if (isLoading) return null;
  const isNew = documentId === undefined || isClone;
  const hasDrafts = model === POST || model === PAGE;
  const missing =
    isNew && !canCreate
      ? 'create'
      : !canUpdate
        ? isNew
          ? 'update-later'
          : 'update'
        : hasDrafts && !canPublish
          ? 'publish'
          : null;
  if (!missing) return null;
  return <Notice tone="info">{text(`missing-rights.${missing}`)}</Notice>;
};
