// The heads of a model as a figure: a map of layers × heads for each quantity, as studies draw maps.
#pragma once

#include "heads/table.h"
#include "studies/figure.h"

namespace omega::studies {

Figure heads_figure(const std::string& title, const std::vector<heads::Head>& heads,
                    const std::vector<heads::Quantity>& shown);

}  // namespace omega::studies
