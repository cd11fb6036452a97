export { attachVersion } from './version-token';
export { refuseOverwriting } from './guard';
