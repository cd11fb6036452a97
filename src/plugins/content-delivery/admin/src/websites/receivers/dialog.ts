/** What the dialog is given that asks about a webhook or a cache in front. */
export interface ReceiverDialog {
  /** Where it is sent: the route of all of them, or that of the one that is changed. */
  route: string;
  onClose(): void;
  onSaved(): void;
}
