#include "train/tensor.h"

#include <utility>

#include "core/error.h"

namespace omega::train {

namespace {

template <class T>
T* moved(T* from, std::int64_t by) {
  return from == nullptr ? nullptr : from + by;
}

}  // namespace

template <class T>
Tensor<T> tensor_of(T* data, T* gradient, Index rows, Index columns, bool learns) {
  Tensor<T> made;
  made.data = data;
  made.gradient = gradient;
  made.learns = learns;
  made.rows = static_cast<std::int32_t>(rows);
  made.columns = static_cast<std::int32_t>(columns);
  made.row = columns;
  return made;
}

template <class T>
Tensor<T> Tensor<T>::block(std::int64_t offset, Index rows_, Index columns_) const {
  Tensor view = *this;
  view.data = moved(data, offset);
  view.gradient = moved(gradient, offset);
  view.rows = static_cast<std::int32_t>(rows_);
  view.columns = static_cast<std::int32_t>(columns_);
  return view;
}

template <class T>
Tensor<T> Tensor<T>::transposed() const {
  Tensor view = *this;
  std::swap(view.rows, view.columns);
  std::swap(view.row, view.column);
  return view;
}

template <class T>
Tensor<T> Tensor<T>::split(Index examples) const {
  OMEGA_ASSERT(heads == 1 && rows % examples == 0);
  Tensor view = *this;
  view.heads = static_cast<std::int32_t>(examples);
  view.rows = static_cast<std::int32_t>(rows / examples);
  view.head = view.rows * row;
  return view;
}

template <class T>
Tensor<T> Tensor<T>::joined() const {
  OMEGA_ASSERT(parts == 1 && (heads == 1 || head == rows * row));
  Tensor view = *this;
  view.rows = heads * rows;
  view.heads = 1;
  view.head = 0;
  return view;
}

template <class T>
Tensor<T> Tensor<T>::beside(Index count) const {
  OMEGA_ASSERT(parts == 1 && columns % count == 0);
  Tensor view = *this;
  view.parts = static_cast<std::int32_t>(count);
  view.columns = static_cast<std::int32_t>(columns / count);
  view.part = view.columns * column;
  return view;
}

template <class T>
Tensor<T> Tensor<T>::repeated(const Tensor& of) const {
  Tensor view = *this;
  if (rows == 1 && of.rows > 1) view.row = 0;
  if (columns == 1 && of.columns > 1) view.column = 0;
  view.rows = of.rows;
  view.columns = of.columns;
  return view;
}

template <class T>
Tensor<T> Tensor<T>::slope() const {
  Tensor view = *this;
  view.data = gradient;
  view.gradient = nullptr;
  return view;
}

template struct Tensor<float>;
template struct Tensor<double>;
template Tensor<float> tensor_of<float>(float*, float*, Index, Index, bool);
template Tensor<double> tensor_of<double>(double*, double*, Index, Index, bool);

}  // namespace omega::train
