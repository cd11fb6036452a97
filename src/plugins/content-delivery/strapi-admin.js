export { default } from './admin/src';
