// Shapes of what is read: functions that tell whether a value has them.

export const isText = (value) => typeof value === "string";
export const isFlag = (value) => typeof value === "boolean";
export const isNumber = (value) => typeof value === "number";
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** One of some values. */
export const oneOf = (...values) => (value) => values.includes(value);

/** Of any of some shapes. */
export const either = (...shapes) => (value) => shapes.some((fits) => fits(value));

/** Of a shape, or not there. */
export const maybe = (fits) => (value) => value === undefined || value === null || fits(value);

/** A list whose members are all of a shape. */
export const listOf = (fits) => (value) => Array.isArray(value) && value.every(fits);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** An object whose values are all of a shape, and its names too. */
export const mapOf = (fits, named = isText) => (value) =>
  isObject(value) && Object.entries(value).every(([name, one]) => named(name) && fits(one));

/** An object with fields of these shapes; it may have others. */
export const withFields = (fields) => (value) =>
  isObject(value) && Object.entries(fields).every(([name, fits]) => fits(value[name]));
