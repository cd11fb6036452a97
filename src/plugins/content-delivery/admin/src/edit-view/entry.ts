import { useParams } from 'react-router-dom';
import { useQueryParams } from '@strapi/strapi/admin';

export interface OpenEntry {
  /** The content type. */
  model: string;
  /** Whose saved values the form shows; undefined for a new entry. */
  documentId: string | undefined;
  /** True while the form makes a copy of the entry. */
  isClone: boolean;
  status: 'draft' | 'published';
}

/** The entry that is open in the edit view, according to its address. */
export const useOpenEntry = (): OpenEntry => {
  const { slug = '', id, origin } = useParams();
  const [{ query }] = useQueryParams<{ status?: string }>();
  return {
    model: slug,
    documentId: origin ?? (id === 'create' ? undefined : id),
    isClone: origin !== undefined,
    status: query?.status === 'published' ? 'published' : 'draft',
  };
};
