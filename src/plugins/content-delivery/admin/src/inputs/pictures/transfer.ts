import { CONVERTED_PICTURES, PICTURE_TYPES } from '../../../../contracts/file-types';

/** What may be chosen, dropped or pasted as a picture. */
export const CHOSEN_TYPES: readonly string[] = [...PICTURE_TYPES, ...CONVERTED_PICTURES];

export const isPicture = ({ type }: { type: string }): boolean => CHOSEN_TYPES.includes(type);

/** Whether a drag brings files; which, browsers say when they are dropped. */
export const bringsFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false;
