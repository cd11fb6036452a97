/** Strapi's module with the menu of actions, as the build finds it (src/admin/own-parts.ts). */
declare module 'virtual:strapi-document-actions' {
  export interface ActionInMenu {
    id: string;
    position?: string | string[];
  }

  export const DocumentActionsMenu: (props: {
    actions: ActionInMenu[];
    label: string;
    variant: 'ghost';
  }) => JSX.Element;
}
