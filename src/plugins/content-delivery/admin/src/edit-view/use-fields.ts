import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';

interface Attribute {
  type: string;
  customField?: string;
}

interface Context {
  contentType?: { attributes: Record<string, Attribute> };
  layout: { edit: { metadatas: Record<string, { label?: string }> } };
}

/** What the open form knows of its fields. */
export const useFields = () => {
  const { contentType, layout } = useContentManagerContext() as unknown as Context;
  return {
    contentType,
    labelOf: (field: string): string => layout.edit.metadatas[field]?.label ?? field,
    isRelation: (field: string): boolean => contentType?.attributes[field]?.type === 'relation',
  };
};
