/** What Strapi's edit view gives to a panel beside its form. */
export interface PanelProps {
  model: string;
  documentId?: string;
  /** What is stored; absent where an entry is created or duplicated. */
  document?: { name?: string | null; updatedAt?: string; status?: string };
}

/** Another one after each saving, publishing and unpublishing. */
export const versionOf = (document: PanelProps['document']): string =>
  `${document?.updatedAt ?? ''} ${document?.status ?? ''}`;
